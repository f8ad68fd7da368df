import { day } from './calendar';
import type { Paid } from './credits';
import type { Step } from './deeds';
import type { Refund } from './happenings';
import type { Life } from './reference';

/** Money that goes back, and credits that are spent. */
export const repay = { refund, refund_at_once: refundAtOnce, fail_refund: failRefund, dispute, judge, spend };

const quartersOf = ({ refunds }: Paid) =>
  refunds.filter(({ failed }) => !failed).reduce((sum, { quarters }) => sum + quarters, 0);

/** The latest payments come first: they are asked back most. */
function choosePaid(life: Life, who: number, isMeant: (paid: Paid) => boolean): Paid | null {
  const found = life.paid.filter(isMeant).reverse();
  return found[who % Math.min(Math.max(found.length, 1), 3)] ?? null;
}

function refund(life: Life, { who, when, size }: Step) {
  const paid = choosePaid(life, who, (one) => quartersOf(one) < 4 && one.dispute !== 'open' && one.dispute !== 'lost');
  const at = life.moment(when);
  if (!paid || at === null) return null;
  return () => payBack(life, paid, { at, quarters: 1 + (size % 4) });
}

function payBack(life: Life, paid: Paid, asked: { at: number; quarters: number }): void {
  const before = quartersOf(paid);
  const quarters = Math.min(asked.quarters, 4 - before);
  const refunded = { id: life.id(), quarters, quartersSoFar: before + quarters };
  paid.refunds.push({ ...refunded, failed: false });
  happenTo(life, paid, { kind: 'refunded', at: asked.at, refund: refunded });
}

/** Before anybody was told of the payment. */
function refundAtOnce(life: Life, { when, size }: Step) {
  const isUntold = (paid: Paid) => life.untold.some((one) => 'invoice' in one && one.invoice === paid.invoice);
  const paid = life.paid.at(-1);
  const at = life.moment(when);
  // Once its credits are over, it depends on the time of the next sweep whether any are left to take.
  const isFresh = paid && at !== null && at < paid.start + 28 * day;
  if (!isFresh || !isUntold(paid) || paid.refunds.length > 0) return null;
  return () => payBack(life, paid, { at, quarters: 1 + (size % 4) });
}

/** The bank sends a refund back. */
function failRefund(life: Life, { who, when }: Step) {
  const paid = choosePaid(life, who, ({ refunds }) => refunds.some(({ failed }) => !failed));
  const at = life.moment(when);
  const failing = paid?.refunds.find(({ failed }) => !failed);
  if (!life.habits.failsRefunds || !paid || !failing || at === null) return null;
  return () => {
    failing.failed = true;
    happenTo(life, paid, { kind: 'refund_failed', at, refund: failing });
  };
}

function dispute(life: Life, { who, when }: Step) {
  const paid = choosePaid(life, who, (one) => one.dispute === 'none');
  const at = life.moment(when);
  if (life.habits.disputes === 'none' || !paid || at === null) return null;
  return () => {
    paid.dispute = 'open';
    happenTo(life, paid, { kind: 'disputed', at });
  };
}

/** A dispute is won, or lost. */
function judge(life: Life, { who, when, size }: Step) {
  const paid = choosePaid(life, who, (one) => one.dispute === 'open');
  const at = life.moment(when);
  if (!paid || at === null) return null;
  const isLost = life.habits.disputes === 'won_or_lost' && size > 4;
  return () => {
    paid.dispute = isLost ? 'lost' : 'won';
    happenTo(life, paid, { kind: isLost ? 'dispute_lost' : 'dispute_won', at });
  };
}

/** Some tenths of what there is. */
function spend(life: Life, { size }: Step) {
  const credits = Math.ceil((life.credits.balance * (size + 1)) / 10);
  return credits > 0 ? () => life.spend(credits) : null;
}

type News = { at: number } & (
  | { kind: 'refunded' | 'refund_failed'; refund: Refund }
  | { kind: 'disputed' | 'dispute_won' | 'dispute_lost' }
);

function happenTo(life: Life, { sub, invoice }: Paid, news: News): void {
  const subscription = life.subscriptions.find(({ id }) => id === sub);
  if (!subscription) throw new Error('Nobody paid it.');
  life.happen(subscription, {}, { ...news, invoice });
}
