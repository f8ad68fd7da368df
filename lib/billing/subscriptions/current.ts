import type { Transaction } from '@/db/client';
import { closeCase } from '../reconciliation/cases';
import type { Applying, CaseFinding } from '../webhooks/outcome';
import { insertAudits } from './audits';
import { subjectOf } from './open';
import { isLive } from './state';
import { listSubscriptions, lockTeam, markCurrent, type Subscription } from './store';

/**
 * Settles which of a team's subscriptions counts, after one of them changed: the one that does as long as it is live,
 * then the newest live one, and when none is left the one that ended last, whichever end is told first. A second live
 * one is a case: its team pays for two.
 */
export async function settleCurrent(
  tx: Transaction,
  applying: Pick<Applying, 'provider' | 'eventId' | 'now'>,
  { before, after, at }: { before: Subscription | null; after: Subscription; at: string },
): Promise<CaseFinding[]> {
  const wasLive = before !== null && isLive(before.status);
  const live = isLive(after.status);
  if (before !== null && wasLive === live) return [];
  if (live && after.isCurrent) return [];
  await lockTeam(tx, after.teamId);
  const all = await listSubscriptions(tx, after.teamId);
  const current = all.find(({ isCurrent }) => isCurrent);
  const newest = all.filter(({ status }) => isLive(status)).at(-1);
  const next = current && isLive(current.status) ? current : (newest ?? lastToEnd(all) ?? current ?? after);
  if (next.id !== current?.id) {
    await markCurrent(tx, next);
    if (current) await tellTakeover(tx, applying, { from: current, to: next, at });
  }
  if (wasLive && !live) {
    const ended = { at: applying.now, note: 'It has ended.' };
    await closeCase(tx, { ...second(after), ...ended });
    await closeCase(tx, { kind: 'customer_deleted_with_live_subscription', subject: subjectOf(after), ...ended });
  }
  if (!live || next.id === after.id) return [];
  const local = { providerSubscriptionId: next.providerSubscriptionId, plan: next.plan, status: next.status };
  const remote = { providerSubscriptionId: after.providerSubscriptionId, plan: after.plan, status: after.status };
  return [{ ...second(after), local, remote }];
}

function lastToEnd(all: readonly Subscription[]): Subscription | null {
  return all.reduce<Subscription | null>((last, one) => {
    if (one.endedAt === null) return last;
    return last?.endedAt && last.endedAt > one.endedAt ? last : one;
  }, null);
}

async function tellTakeover(
  tx: Transaction,
  applying: Pick<Applying, 'provider' | 'eventId' | 'now'>,
  { from, to, at }: { from: Subscription; to: Subscription; at: string },
): Promise<void> {
  await insertAudits(tx, applying, [
    {
      subscriptionId: to.id,
      eventType: 'became_current',
      occurredAt: at,
      before: { subscriptionId: from.id },
      after: { subscriptionId: to.id },
      details: { eventId: applying.eventId },
    },
  ]);
  await closeCase(tx, { ...second(to), at: applying.now, note: 'It is the only one now.' });
}

function second(subscription: Subscription) {
  return { kind: 'second_live_subscription', subject: subjectOf(subscription) } as const;
}
