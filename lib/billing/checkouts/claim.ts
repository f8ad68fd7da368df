import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { teams } from '@/db/schema';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import { type Intent, insertIntent, listHostedIntents, markOpening } from '../intents';
import { listCharging } from '../subscriptions/live';
import { wakeWaiting } from '../webhooks/inbox';
import { lockKeys } from '../webhooks/locks';
import { keys } from '../webhooks/outcome';
import { decideOpening } from './decide';
import type { Order } from './order';

export type Claim =
  | { kind: 'reuse'; checkoutId: string; url: string }
  | { kind: 'wait' }
  /** The page of this intent is ours to open, once the rivals have ended. */
  | { kind: 'open'; checkoutId: string; rivals: Intent[] };

/** A provider is asked at most four times in a row for a page, ten seconds each: after that its asker is gone. */
const leaseMs = 45_000;

/**
 * Settles, for one of the team's clicks at a time, which page an order is paid on, and writes the intent of a new one.
 * Throws `unknown_team`, `live_subscription`, `checkout_in_progress`.
 */
export async function claimPage(context: BillingContext, order: Order): Promise<Claim> {
  const { database, clock } = context;
  const now = clock.now();
  return database.transaction(async (tx) => {
    await lockKeys(tx, [`opening:${order.teamId}`, keys.checkout(order.id)]);
    await requireTeam(tx, order.teamId);
    if (order.kind === 'plan') await refuseSecond(tx, order.teamId);
    const opening = decideOpening({
      wanted: order,
      isPlan: (item) => context.settings.catalog.findItem(item)?.kind === 'plan',
      intents: await listHostedIntents(tx, order.teamId),
      now,
    });
    const openingUntil = new Date(now.getTime() + leaseMs);
    switch (opening.kind) {
      case 'wait':
        return opening;
      case 'reuse':
        return { kind: 'reuse', checkoutId: opening.intent.id, url: opening.intent.url ?? '' };
      case 'paying':
        throw BillingError.checkoutInProgress(opening.intent.id, opening.intent.item);
      case 'resume':
        await markOpening(tx, opening.intent.id, openingUntil);
        return { kind: 'open', checkoutId: opening.intent.id, rivals: opening.rivals };
      case 'new':
        await writeIntent(tx, order, { at: now, openingUntil });
        return { kind: 'open', checkoutId: order.id, rivals: opening.rivals };
      default:
        return opening satisfies never;
    }
  });
}

/** Inserts the intent, and wakes what waits for it. Its key is locked by the caller. */
export async function writeIntent(
  tx: Transaction,
  { kind: _, providerPriceId: __, ...intent }: Order,
  { at, openingUntil }: { at: Date; openingUntil: Date | null },
): Promise<void> {
  await insertIntent(tx, { ...intent, openingUntil, createdAt: at, updatedAt: at });
  await wakeWaiting(tx, [keys.checkout(intent.id)], at);
}

/** Holds a team until the transaction ends, so that it is not deleted meanwhile. Throws `unknown_team` where it was. */
export async function requireTeam(tx: Transaction, teamId: string): Promise<void> {
  const [team] = await tx
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(teams.id, teamId), isNull(teams.deletedAt)))
    .for('key share');
  if (!team) throw BillingError.unknownTeam(teamId);
}

/** Who is subscribed changes the plan; a second subscription would be paid for besides the first, also one that begins. */
async function refuseSecond(tx: Transaction, teamId: string): Promise<void> {
  const [live] = await listCharging(tx, teamId);
  if (live) throw BillingError.liveSubscription(teamId, live.id);
}
