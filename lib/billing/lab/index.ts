/** The door of the lab and of the sandbox's hosted pages: a provider's side, to play with in the browser. */
import { labContext } from './context';
import * as hosted from './hosted';
import * as queries from './queries';
import * as running from './run';

export { type LabAction, labActions } from './actions';
export type { HostedCheckout, HostedRequest } from './hosted';
export type { LabPayment, LabRun } from './queries';

/**
 * Does something to a sandbox payment of the team and shows what came of it. Throws `payment_not_found`,
 * `delivery_not_kept`, `nothing_to_refund`, `already_disputed`, `no_open_dispute`, `checkout_unavailable`.
 */
export function runLab(request: running.LabRequest) {
  return running.runLab(labContext(), request);
}

/** The team's sandbox payments, newest first. */
export function listLabPayments(teamId: string) {
  return queries.listLabPayments(labContext(), teamId);
}

/** The team's newest runs with what they showed, newest first. */
export function listLabRuns(teamId: string, limit: number) {
  return queries.listLabRuns(labContext(), teamId, limit);
}

/** A session of the sandbox's hosted page; null where there is none. */
export function getHostedCheckout(providerCheckoutId: string) {
  return hosted.getHostedCheckout(labContext(), providerCheckoutId);
}

/**
 * Does what the buyer chose on the hosted page. Throws `checkout_not_found`, `checkout_not_payable`,
 * `checkout_unavailable`.
 */
export function actOnHostedCheckout(request: hosted.HostedRequest) {
  return hosted.actOnHostedCheckout(labContext(), request);
}
