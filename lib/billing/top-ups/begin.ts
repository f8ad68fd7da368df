import { sql } from 'drizzle-orm';
import { prepared } from '@/db/prepared';
import { autoTopUps, credits, teams, topUpCharges } from '@/db/schema';
import { requireTeam, writeIntent } from '../checkouts/claim';
import { type Order, planOrder } from '../checkouts/order';
import type { BillingContext } from '../context';
import { getCredits } from '../credits/queries';
import type { Pass } from '../drain';
import { BillingError } from '../errors';
import { markCheckout } from '../intents';
import { boundWaits } from '../waits';
import { lockKeys } from '../webhooks/locks';
import { keys } from '../webhooks/outcome';
import { type Cards, cardsOf, findChargeable } from './cards';
import { countCharges, insertCharge, isBought } from './charges';
import { decideTopUp } from './decide';
import { lockAutoTopUp } from './settings';
import { stopTopUps } from './stop';

/**
 * Decides for every team whose credits run low and who asked for it that a pack is bought, and writes down the intent and
 * the charge; the charge itself is made afterwards. Returns how many teams were looked at.
 */
export async function beginTopUps(context: BillingContext, pass: Pass, cards: Cards = cardsOf(context)) {
  const month = context.clock.now().toISOString().slice(0, 7);
  const low = await selectLow(context.database, { month, limit: pass.limit });
  let looked = 0;
  for (const { team_id: teamId } of low) {
    if (!pass.isTimeLeft()) break;
    looked += 1;
    try {
      await beginTopUp(context, teamId, cards);
    } catch (error) {
      // One team must not keep the others from their credits; it stays low and is looked at again.
      context.log.error({ teamId, error: error instanceof Error ? error.name : 'unknown' }, 'top-up not begun');
    }
  }
  return looked;
}

async function beginTopUp(context: BillingContext, teamId: string, cards: Cards): Promise<void> {
  const { database, clock } = context;
  const at = clock.now();
  const chargeable = await findChargeable(context, teamId, cards);
  await database.transaction(async (tx) => {
    await boundWaits(tx, context);
    const settings = await lockAutoTopUp(tx, teamId);
    if (!settings) return;
    // Under the lock: whoever else looks at this team waits, and then sees the charge.
    const [{ available }, counted] = await Promise.all([
      getCredits({ ...context, database: tx }, teamId),
      countCharges(tx, teamId, at),
    ]);
    if (decideTopUp({ settings, available, ...counted }) !== 'buy') return;
    const { item, updatedBy: userId } = settings;
    const stop = (reason: string) => stopTopUps(tx, { teamId, item, reason, key: at.toISOString() }, context);
    if (chargeable.kind !== 'ready') return stop(chargeable.kind);
    const { provider } = chargeable;
    const order = planOrUnsold(context, { teamId, userId, provider, item });
    if (order === 'item_not_for_sale') return stop(order);
    await requireTeam(tx, teamId);
    await lockKeys(tx, [keys.checkout(order.id)]);
    await writeIntent(tx, order, { at, openingUntil: null });
    // Nobody else may be led to pay for it on a page.
    await markCheckout(tx, { checkoutId: order.id, state: 'pending', at });
    await insertCharge(tx, { teamId, checkoutId: order.id, provider }, at);
  });
}

/** What was chosen once may be sold no longer. */
function planOrUnsold(context: BillingContext, start: Parameters<typeof planOrder>[1]): Order | 'item_not_for_sale' {
  try {
    return planOrder(context, start);
  } catch (error) {
    if (error instanceof BillingError) return 'item_not_for_sale';
    throw error;
  }
}

const value = sql.placeholder;

/** What is on hold is not there to be spent. What has lapsed and was not taken off yet is not seen here: a pass later it is. */
const selectLow = prepared<{ team_id: string }>(sql`
    select a.team_id from ${autoTopUps} a
    join ${teams} t on t.id = a.team_id and t.deleted_at is null
    left join ${credits} c on c.team_id = a.team_id
    where a.is_enabled and a.paused_reason is null and coalesce(c.balance - c.held, 0) < a.threshold
      and not exists (
        select 1 from ${topUpCharges} o where o.team_id = a.team_id and o.state in ('due', 'charging', 'unknown'))
      and a.monthly_limit > (
        select count(*) from ${topUpCharges}
        where ${topUpCharges.teamId} = a.team_id and ${topUpCharges.month} = ${value('month')} and ${isBought})
    order by a.updated_at limit ${value('limit')}::int`);
