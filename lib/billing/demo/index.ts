/** The door of the public demo: what a visitor's team is furnished with, and what becomes of it. */
import { billingContext } from '../context';
import type { ProviderName } from '../events';
import { labContext } from '../lab/context';
import * as furnishing from './furnish';
import { takeLabAction } from './limits';
import * as operations from './operations';

/**
 * Gives a visitor's fresh team a year of history, on a deployment that strangers try out. Where that does not work out, the
 * team begins empty, and is as good.
 */
export async function furnishDemo(owner: furnishing.DemoOwner): Promise<void> {
  const { settings, log } = billingContext();
  if (!settings.isPublicDemo) return;
  try {
    await furnishing.furnish(labContext(), owner);
  } catch (error) {
    log.error({ teamId: owner.teamId, error: error instanceof Error ? error.message : 'unknown' }, 'demo left empty');
  }
}

/** Until when a visitor's team is there; null for a team that is for keeps. */
export function findDemo(teamId: string): Promise<operations.Demo | null> {
  return operations.findDemo(billingContext(), teamId);
}

/** What an operator sees of a demo team in the inbox, the newest first. Throws `invalid_cursor`. */
export function listOwnEvents(request: { teamId: string; cursor: string | null }) {
  return operations.listOwnEvents(billingContext(), request);
}

/** The open cases of a demo team. */
export function listOwnCases(teamId: string) {
  return operations.listOwnCases(billingContext(), teamId);
}

/** An event of the demo team's own with its whole story; null for any other. */
export function getOwnEvent(teamId: string, key: { provider: ProviderName; eventId: string }) {
  return operations.getOwnEvent(billingContext(), teamId, key);
}

/** Replays an event of the demo team's own, as an operator would. Throws `event_not_found` ... */
export async function replayOwnEvent(request: Parameters<typeof operations.replayOwnEvent>[1]) {
  const context = billingContext();
  await takeLabAction(context, request.teamId);
  return operations.replayOwnEvent(context, request);
}
