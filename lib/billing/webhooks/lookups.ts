import type { BillingContext } from '../context';
import type { Pass } from '../drain';
import type { BillingEvent, Instant } from '../events';
import type { Fetched, ProviderReader, Question } from '../providers/reader';
import { getProvider } from '../providers/registry';
import { ProviderApiError } from '../providers/request';
import { readersOf } from '../reader-of';
import { gapOf, patienceMs, whatToAsk } from './ask';
import type { Attempted } from './attempt';
import { type EventKey, type InboxRow, lockReceipt, markReceipt } from './inbox';
import { findLastPaidEnd, listLacking } from './lookup-list';
import { readTold } from './read';
import { attemptStored, inBoundedTransaction } from './stored';

const second = 1000;
/** What was parked longer ago is asked for by a reconciliation only. */
const maxAgeDays = 4;
/** How long one worker alone asks for one event; an answer that comes later is thrown away. */
const leaseMs = 120 * second;
const answerWithinMs = 90 * second;

/**
 * Asks the providers for what stored events lack, and applies these again. Without an API key of a provider its events
 * wait for their deadline. Returns how many were asked for.
 */
export async function lookUp(context: BillingContext, { isTimeLeft, limit }: Pass): Promise<number> {
  const { database, clock } = context;
  const providers = [...readersOf(context).keys()];
  let count = 0;
  for (const key of await listLacking(database, { providers, now: clock.now(), patienceMs, maxAgeDays, limit })) {
    if (!isTimeLeft()) break;
    try {
      if (await lookUpEvent(context, key)) count += 1;
    } catch (error) {
      // One event must not keep the others from their turn; it is asked for again.
      context.log.error({ ...key, error: error instanceof Error ? error.name : 'unknown' }, 'look-up failed');
    }
  }
  return count;
}

/**
 * Asks for what one event lacks, outside of any transaction and under a lease, keeps the answer and applies the event
 * again. Null where nothing could be asked, or somebody else asks already.
 */
export async function lookUpEvent(context: BillingContext, key: EventKey): Promise<Attempted | 'failed' | null> {
  const reader = readersOf(context).get(key.provider);
  const claimed = reader ? await claim(context, key) : null;
  if (!reader || !claimed) return null;
  const fetched = await fetchFor(context, reader, claimed);
  if (fetched === null) return 'failed';
  const isOurs = await keep(context, claimed, fetched);
  return isOurs ? attemptStored(context, key) : null;
}

interface Claimed {
  key: EventKey;
  leaseAttempt: number;
  own: readonly BillingEvent[];
  lastPaidEnd: Instant | null;
  question: Question;
}

async function claim(context: BillingContext, key: EventKey): Promise<Claimed | null> {
  const now = context.clock.now();
  const row = await inBoundedTransaction(context, async (tx) => {
    const held = await lockReceipt(tx, key);
    if (!held || !isLacking(held) || (held.leasedUntil !== null && held.leasedUntil > now)) return null;
    const leaseAttempt = held.leaseAttempt + 1;
    await markReceipt(tx, key, { leaseAttempt, leasedUntil: new Date(now.getTime() + leaseMs) });
    return { ...held, leaseAttempt };
  });
  if (!row?.rawBody) return null;
  const { content } = getProvider(key.provider).normalize(row.rawBody);
  const own = content.kind === 'events' ? content.events : [];
  const lastPaidEnd = await findEndBefore(context, key, own);
  const question = whatToAsk({ provider: key.provider, code: row.errorCode, events: own, lastPaidEnd });
  return question && { key, leaseAttempt: row.leaseAttempt, own, lastPaidEnd, question };
}

function isLacking({ state }: InboxRow): boolean {
  return state === 'waiting' || state === 'parked';
}

async function findEndBefore(
  { database }: BillingContext,
  { provider }: EventKey,
  own: readonly BillingEvent[],
): Promise<Instant | null> {
  const cycle = own.find((event) => event.kind === 'period_paid');
  if (cycle?.kind !== 'period_paid') return null;
  const { providerSubscriptionId } = cycle;
  const before = cycle.period?.start ?? cycle.invoicedAt;
  return findLastPaidEnd(database, { provider, providerSubscriptionId, before });
}

/** Null: it could not be had now. The lease ends by then, or later where it failed before. */
async function fetchFor(context: BillingContext, reader: ProviderReader, claimed: Claimed): Promise<Fetched | null> {
  const { key, question } = claimed;
  try {
    const fetched = await within(answerWithinMs, reader.lookUp(question));
    context.log.info({ ...key, code: question.kind }, 'provider asked');
    return fetched;
  } catch (error) {
    const code = error instanceof ProviderApiError ? error.code : 'internal_error';
    context.log.warn({ ...key, code, error: error instanceof Error ? error.name : 'unknown' }, 'provider not asked');
    await release(context, claimed);
    return null;
  }
}

function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), milliseconds);
    timer.unref();
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** Keeps the answer with the event and makes it due. False: another attempt has taken over. */
function keep(context: BillingContext, claimed: Claimed, fetched: Fetched): Promise<boolean> {
  const { key, own, lastPaidEnd, question } = claimed;
  const provider = getProvider(key.provider);
  const told = (fetched.told ?? []).flatMap((body) => readTold(provider, body, fetched));
  const gap = question.kind === 'cycles' ? gapOf(own, told, lastPaidEnd) : null;
  const answer = gap && fetched.askedAt ? { ...fetched, notBilled: { ...gap, askedAt: fetched.askedAt } } : fetched;
  return settle(context, claimed, { fetched: answer, nextAttemptAt: context.clock.now() });
}

async function release(context: BillingContext, claimed: Claimed): Promise<void> {
  await settle(context, claimed, {});
}

/** By compare-and-set on the attempt. The next question may be asked after a pause that doubles, at most an hour. */
async function settle(context: BillingContext, claimed: Claimed, mark: Partial<InboxRow>): Promise<boolean> {
  const { key, leaseAttempt } = claimed;
  const pause = Math.min(15 * second * 2 ** Math.min(leaseAttempt, 10), 3600 * second);
  return inBoundedTransaction(context, async (tx) => {
    const held = await lockReceipt(tx, key);
    if (!held || !isLacking(held) || held.leaseAttempt !== leaseAttempt) return false;
    await markReceipt(tx, key, { ...mark, leasedUntil: new Date(context.clock.now().getTime() + pause) });
    return true;
  });
}
