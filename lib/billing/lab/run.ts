import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { paymentReversals, type SandboxDelivery, sandboxRuns } from '@/db/schema';
import { findPayment, type HistoryPayment } from '../credits/payments';
import { getCredits, type HistoryEntry, listBillingHistory, listEntriesSince } from '../credits/queries';
import { BillingError } from '../errors';
import { encode } from '../providers/sandbox/messages';
import { findReceipt } from '../webhooks/inbox';
import type { LabAction } from './actions';
import { type Captured, isCapturedAction, type PlannedDelivery, planCaptured, planDelivery } from './captured';
import { type LabContext, signingSecret } from './context';
import { type DisputeState, disputeIdOf, planMoneyBack } from './money-back';
import { type LabRun, labRun, type RecordedRun } from './queries';

export interface LabRequest {
  teamId: string;
  purchaseId: string;
  action: LabAction;
}

/**
 * Does something to a sandbox payment of the team and shows what came of it: each delivery goes over HTTP to our own
 * endpoint, and the balance and the ledger are read before and after. Throws `payment_not_found` (another team's
 * payment included), `delivery_not_kept`, `nothing_to_refund`, `already_disputed`, `no_open_dispute`,
 * `checkout_unavailable` where the sandbox is off.
 */
export async function runLab(context: LabContext, request: LabRequest): Promise<LabRun> {
  const { teamId, purchaseId, action } = request;
  const payment = await findPayment(context, teamId, purchaseId);
  if (payment?.provider !== 'sandbox') throw BillingError.paymentNotFound(purchaseId);
  const planned = await plan(context, payment, action);
  const shown = await observe(context, teamId, () => Promise.all(planned.map((delivery) => send(context, delivery))));
  return labRun(
    { ...(await record(context, { teamId, purchaseId, action }, shown)), purchaseId, action },
    shown.entries,
  );
}

/** What was delivered, and what moved meanwhile. */
export interface Observed {
  deliveries: SandboxDelivery[];
  balanceBefore: number;
  balanceAfter: number;
  entries: HistoryEntry[];
}

/** Reads the balance and the ledger before and after something is delivered. */
export async function observe(
  context: LabContext,
  teamId: string,
  deliver: () => Promise<SandboxDelivery[]>,
): Promise<Observed> {
  const [before, newest] = await Promise.all([
    getCredits(context, teamId),
    listBillingHistory(context, { teamId, limit: 1 }),
  ]);
  const deliveries = await deliver();
  const [after, entries] = await Promise.all([
    getCredits(context, teamId),
    listEntriesSince(context, teamId, newest.entries[0]?.id ?? null),
  ]);
  return { deliveries, balanceBefore: before.balance, balanceAfter: after.balance, entries };
}

type Subject = { purchaseId: string } | { sandboxSubscriptionId: string };

/** Keeps a run, so that the page can show it again. */
export async function record(
  { database, clock }: LabContext,
  of: Subject & { teamId: string; action: string },
  { entries, ...shown }: Observed,
): Promise<RecordedRun> {
  const entryIds = entries.map(({ id }) => id);
  const subject = { purchaseId: null, sandboxSubscriptionId: null, ...of };
  const run = { ...subject, ...shown, id: uuidv7(), entryIds, createdAt: clock.now() };
  await database.insert(sandboxRuns).values(run);
  return run;
}

async function plan(context: LabContext, payment: HistoryPayment, action: LabAction): Promise<PlannedDelivery[]> {
  const now = context.clock.now();
  const newEventId = `sbx_evt_${randomUUID()}`;
  const signing = { secret: signingSecret(context), now, newEventId };
  if (isCapturedAction(action)) return planCaptured(action, await findCaptured(context, payment), signing);
  const disputed = await findDispute(context, payment);
  const { environment } = context.settings;
  const { label, message } = planMoneyBack(action, { payment, disputed }, { createdAt: now, environment });
  return [planDelivery({ label, eventId: newEventId, rawBody: encode(message) }, signing)];
}

/** The bytes with which the payment became known. */
async function findCaptured({ database }: LabContext, { eventId }: HistoryPayment): Promise<Captured> {
  const receipt = await findReceipt(database, { provider: 'sandbox', eventId });
  if (!receipt?.rawBody) throw BillingError.deliveryNotKept(eventId);
  return { eventId, rawBody: receipt.rawBody };
}

async function findDispute({ database }: LabContext, { providerPaymentId }: HistoryPayment): Promise<DisputeState> {
  if (providerPaymentId === null) return null;
  const [row] = await database
    .select({ status: paymentReversals.status })
    .from(paymentReversals)
    .where(
      and(
        eq(paymentReversals.provider, 'sandbox'),
        eq(paymentReversals.providerReversalId, disputeIdOf(providerPaymentId)),
      ),
    );
  return row?.status === 'open' || row?.status === 'won' || row?.status === 'lost' ? row.status : null;
}

async function send({ endpoint, deliver }: LabContext, planned: PlannedDelivery): Promise<SandboxDelivery> {
  const { label, eventId, rawBody, headers } = planned;
  return { label, eventId, ...(await deliver({ url: endpoint, rawBody, headers })) };
}
