import { and, eq, or } from 'drizzle-orm';
import { creditPurchases } from '@/db/schema';
import type { BillingContext } from '../context';
import { getCredits } from '../credits/queries';
import type { Pass } from '../drain';
import { findIntent, markCheckout } from '../intents';
import { ProviderApiError } from '../providers/request';
import type { ChargeAnswer, SavedCard } from '../providers/saved-card';
import { type Cards, cardsOf } from './cards';
import { claimCharge, type TopUpCharge, updateCharge } from './charges';
import { pauseAfterTaken, pauseAfterUnknown } from './decide';
import { type Due, findSent, planSending, type Sending } from './sending';
import { findAutoTopUp } from './settings';
import { stopTopUps } from './stop';

/** Longer than all that a provider is asked for in one attempt. */
const leaseMs = 90_000;

/**
 * Makes the charges that are due, each under a lease. What a charge grants, the provider's webhook tells; the charge is over
 * once that has come. A lost answer is looked up, and the key stays the same. Returns how many were tried.
 */
export async function chargeTopUps(context: BillingContext, pass: Pass, cards: Cards = cardsOf(context)) {
  let tried = 0;
  while (tried < pass.limit && pass.isTimeLeft()) {
    const charge = await claimCharge(context.database, context.clock.now(), leaseMs);
    if (!charge) break;
    tried += 1;
    await attempt(context, charge, cards);
  }
  return tried;
}

async function attempt(context: BillingContext, charge: TopUpCharge, cards: Cards): Promise<void> {
  try {
    if (await settleWhenPaid(context, charge)) return;
    const intent = await findIntent(context.database, charge.checkoutId);
    const isWanted = await isStillWanted(context, charge.teamId);
    if (!intent || (charge.attempts === 1 && !isWanted)) return await abandon(context, charge);
    const due = { charge, intent, cards };
    const earlier = await lookUp(context, due);
    if (earlier === 'unclear') return;
    if (earlier) return await settle(context, charge, earlier);
    const sending = isWanted ? await planSending(context, due) : null;
    if (mayStillBeMade(context, charge) && !sending?.card.isRepeatable)
      return await settleUnclear(context, charge, 'provider_unavailable');
    if (!isWanted) return await abandon(context, charge);
    if (!sending) return await decline(context, charge, 'no_saved_card');
    const answer = await send(context, charge, sending);
    if (answer) await settle(context, charge, answer);
  } catch (error) {
    await settleFailure(context, charge, error);
  }
}

/**
 * What became of an attempt before: whoever made it may have been cut off after the money had moved. Null: nothing is known
 * of one. That the provider could not say it is settled here: it says nothing about the charge.
 */
async function lookUp(context: BillingContext, due: Due): Promise<ChargeAnswer | 'unclear' | null> {
  const { charge } = due;
  if (charge.attempts === 1) return null;
  try {
    const sent = (await findSent(context, due)) ?? (await planSending(context, due));
    const found = sent && (await sent.card.lookUp(sent.request));
    if (found || (sent && !wasTaken(charge, sent.card))) return found;
    await settleUnclear(context, charge, sent ? unreadable : 'no_saved_card');
  } catch (error) {
    if (!(error instanceof ProviderApiError)) throw error;
    await settleUnclear(context, charge, error.code);
  }
  return 'unclear';
}

const unreadable = 'provider_answer_unreadable';

/** The provider took it, as what it said or without saying so. It must not be sent again, however long it is not found. */
function wasTaken({ errorCode, providerPaymentId }: TopUpCharge, { prepare }: SavedCard): boolean {
  return errorCode === unreadable || (prepare === null && providerPaymentId !== null);
}

/** Longer than a request that we gave up on goes on at a provider. */
const lateMs = 600_000;

/** A charge that is not found proves nothing yet: no other one may be made in its stead. */
function mayStillBeMade({ clock }: BillingContext, { attempts, sentAt, createdAt }: TopUpCharge): boolean {
  return attempts > 1 && clock.now().getTime() - (sentAt ?? createdAt).getTime() < lateMs;
}

/** Null: the lease went to somebody else meanwhile, who sends it. */
async function send(
  context: BillingContext,
  charge: TopUpCharge,
  { card, request }: Sending,
): Promise<ChargeAnswer | null> {
  const known = request.providerPaymentId;
  const providerPaymentId = known ?? (card.prepare ? await card.prepare(request) : null);
  // Right before the money moves, and not where the attempt began: a process may have stood still in between.
  const leasedUntil = later(context, leaseMs);
  const { providerCustomerId, providerSubscriptionId, providerPriceId } = request;
  const sent = { providerCustomerId, providerSubscriptionId, providerPriceId, sentAt: later(context, 0) };
  const lease = { leasedUntil, nextAttemptAt: leasedUntil, providerPaymentId, ...sent };
  const isOurs = await updateCharge(context.database, charge, lease);
  return isOurs ? card.charge({ ...request, providerPaymentId }) : null;
}

async function settle(context: BillingContext, charge: TopUpCharge, answer: ChargeAnswer): Promise<void> {
  if (answer.kind === 'declined') return decline(context, charge, answer.code);
  const { providerPaymentId } = answer;
  if (await settleWhenPaid(context, { ...charge, providerPaymentId })) return;
  const nextAttemptAt = later(context, pauseAfterTaken(charge.attempts));
  const waits = { state: 'charging', providerPaymentId, errorCode: null, leasedUntil: null, nextAttemptAt } as const;
  await updateCharge(context.database, charge, waits);
}

/** What was paid for is in the books: found by our intent, or by the payment where the provider takes no data of ours. */
async function settleWhenPaid(context: BillingContext, charge: TopUpCharge): Promise<boolean> {
  const { database, clock } = context;
  const { checkoutId, provider, providerPaymentId } = charge;
  const ofPayment =
    providerPaymentId === null
      ? undefined
      : and(eq(creditPurchases.provider, provider), eq(creditPurchases.providerPaymentId, providerPaymentId));
  const [purchase] = await database
    .select({ id: creditPurchases.id })
    .from(creditPurchases)
    .where(or(eq(creditPurchases.checkoutId, checkoutId), ofPayment))
    .limit(1);
  if (!purchase) return false;
  const at = clock.now();
  await database.transaction(async (tx) => {
    const paid = { state: 'paid', settledAt: at, nextAttemptAt: null, errorCode: null, providerPaymentId } as const;
    if (await updateCharge(tx, charge, paid)) await markCheckout(tx, { checkoutId, state: 'paid', at });
  });
  return true;
}

async function decline(context: BillingContext, charge: TopUpCharge, reason: string): Promise<void> {
  await end(context, charge, { state: 'declined', reason });
}

/** The provider has nothing of it: it is switched off, or there are credits again. */
async function abandon(context: BillingContext, charge: TopUpCharge): Promise<void> {
  await end(context, charge, { state: 'abandoned', reason: null });
}

async function end(
  context: BillingContext,
  charge: TopUpCharge,
  { state, reason }: { state: 'declined' | 'abandoned'; reason: string | null },
): Promise<void> {
  const { teamId, checkoutId } = charge;
  const at = context.clock.now();
  await context.database.transaction(async (tx) => {
    const ended = { state, errorCode: reason, settledAt: at, nextAttemptAt: null };
    if (!(await updateCharge(tx, charge, ended))) return;
    await markCheckout(tx, { checkoutId, state: 'failed', at });
    const intent = await findIntent(tx, checkoutId);
    if (reason !== null) await stopTopUps(tx, { teamId, item: intent?.item ?? '', reason, key: charge.id }, context);
  });
}

/** As long as the provider has nothing of it, a charge that nobody wants any more can be let be. */
async function isStillWanted(context: BillingContext, teamId: string): Promise<boolean> {
  const [settings, { available }] = await Promise.all([
    findAutoTopUp(context.database, teamId),
    getCredits(context, teamId),
  ]);
  return settings?.isEnabled === true && settings.pausedReason === null && available < settings.threshold;
}

/** A refusal moved no money. What else went wrong may have. */
async function settleFailure(context: BillingContext, charge: TopUpCharge, error: unknown): Promise<void> {
  if (!(error instanceof ProviderApiError)) throw error;
  const { code } = error;
  const isUnclear = ['provider_unavailable', 'provider_rate_limited', unreadable].includes(code);
  if (isUnclear) return settleUnclear(context, charge, code);
  warn(context, charge, code);
  await decline(context, charge, code);
}

/** It is looked up, until nobody can say any more. */
async function settleUnclear(context: BillingContext, charge: TopUpCharge, code: string): Promise<void> {
  warn(context, charge, code);
  const errorCode = charge.errorCode === unreadable ? unreadable : code;
  const age = context.clock.now().getTime() - charge.createdAt.getTime();
  const pause = pauseAfterUnknown(charge.attempts, age);
  if (pause === null) return end(context, charge, { state: 'abandoned', reason: errorCode });
  const nextAttemptAt = later(context, pause);
  await updateCharge(context.database, charge, { state: 'unknown', errorCode, leasedUntil: null, nextAttemptAt });
}

function warn({ log }: BillingContext, { provider, teamId }: TopUpCharge, code: string): void {
  log.warn({ provider, code, teamId }, 'top-up not charged');
}

function later({ clock }: BillingContext, milliseconds: number): Date {
  return new Date(clock.now().getTime() + milliseconds);
}
