import { and, eq, ne, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';
import { creditPurchases } from '@/db/schema';
import { type Identity, resolveBuyer } from '../customers/resolve';
import { rememberCustomer } from '../customers/store';
import type { Instant, ProviderName, PurchasePaid } from '../events';
import { type Intent, markCheckout } from '../intents';
import type { Message } from '../outbox/messages';
import { enqueue } from '../outbox/outbox';
import { type Applying, keys, type Outcome } from '../webhooks/outcome';
import { decidePurchase, type PurchaseDecision } from './decide';
import { compare, findings, refuse } from './judge';
import { grantLot } from './ledger';

export type Purchase = typeof creditPurchases.$inferSelect;
type Known = Extract<Identity, { kind: 'known' }>;
type Grant = Extract<PurchaseDecision, { kind: 'grant' }>;

/**
 * Records that something was paid for once, and grants its credits. The purchase is inserted before the balance
 * moves; where its key is taken, what is there is compared and nothing moves.
 */
export async function recordPurchase(tx: Transaction, applying: Applying, event: PurchasePaid): Promise<Outcome> {
  const identity = await resolveBuyer(tx, applying, event.buyer);
  const intent = identity.kind === 'known' ? identity.intent : null;
  const decision = decidePurchase(applying.provider, event, { catalog: applying.catalog, intent });
  if (identity.kind !== 'known' || decision.kind !== 'grant') {
    const recorded = await findPurchase(tx, applying, event.purchaseKey);
    const teamId = identity.kind === 'mismatch' ? identity.told : null;
    return recorded ? compare(recorded, event, { teamId, credits: null }) : refuse(event, identity, decision);
  }
  const purchaseId = await insert(tx, applying, { event, identity, grant: decision });
  if (purchaseId === null) {
    const recorded = await findPurchase(tx, applying, event.purchaseKey);
    if (!recorded) throw new Error(`Purchase ${event.purchaseKey} is neither new nor there.`);
    return compare(recorded, event, { teamId: identity.teamId, credits: decision.credits });
  }
  return settlePurchase(tx, applying, { event, identity, grant: decision, purchaseId });
}

interface Recording {
  event: PurchasePaid;
  identity: Known;
  grant: Grant;
}

async function settlePurchase(
  tx: Transaction,
  applying: Applying,
  recording: Recording & { purchaseId: string },
): Promise<Outcome> {
  const { event, identity, grant, purchaseId } = recording;
  const { provider, now } = applying;
  const { teamId } = identity;
  const { providerCustomerId } = event.buyer;
  const intent = ownIntent(recording);
  // Independent of each other, so they travel together, in this order because all of them are prepared. The balance
  // comes last: others wait for it, and whoever has it waits for nothing more.
  const [firstPurchaseKey, isNewCustomer, , , granted] = await Promise.all([
    intent && intent.state === 'paid' ? findOtherPayment(tx, intent.id, purchaseId) : null,
    providerCustomerId !== null && !identity.customerTeams.includes(teamId)
      ? rememberCustomer(tx, { provider, providerCustomerId, teamId })
      : false,
    intent ? markCheckout(tx, { checkoutId: intent.id, state: 'paid', at: now }) : null,
    enqueue(tx, receiptOf(applying, recording), { at: now }),
    grantLot(
      tx,
      {
        credits: grant.credits,
        sourceType: 'purchase',
        sourceKey: purchaseId,
        expiresAt: expiry(event.paidAt, grant.expiresAfterDays),
      },
      {
        teamId,
        idempotencyKey: `purchase:${provider}:${event.purchaseKey}`,
        kind: 'purchase',
        reason: 'Purchase paid',
        ref: `purchase:${purchaseId}`,
        actor: `provider:${provider}`,
        at: now,
      },
    ),
  ]);
  return {
    kind: 'applied',
    teamId,
    created: createdKeys(applying, event, isNewCustomer),
    cases: findings({ event, grant, intent, firstPurchaseKey }),
    details: { purchaseId, credits: grant.credits, balanceAfter: granted.balanceAfter },
  };
}

/** What the team is told of what it paid. */
function receiptOf(
  { provider }: Applying,
  { event, identity, grant, purchaseId }: Recording & { purchaseId: string },
): Message {
  const { amountMinor, taxMinor, discountMinor, currency } = event.price;
  const { lines, credits } = grant;
  return {
    eventType: 'purchase_paid',
    teamId: identity.teamId,
    subscriptionId: null,
    billingPeriodId: null,
    dedupKey: `purchase_paid:${provider}:${event.purchaseKey}`,
    payload: { purchaseId, lines, credits, amountMinor, taxMinor, discountMinor, currency, paidAt: event.paidAt },
  };
}

/** What the reversals of a purchase leave of it. */
export async function markReversed(
  tx: Transaction,
  purchaseId: string,
  reversed: Pick<Purchase, 'status' | 'refundedMinor' | 'refundedCredits'>,
): Promise<void> {
  await tx.update(creditPurchases).set(reversed).where(eq(creditPurchases.id, purchaseId));
}

/** The purchase that a refund or dispute of this payment takes back, locked. */
export async function lockPurchaseOfPayment(
  tx: Transaction,
  provider: ProviderName,
  providerPaymentId: string,
): Promise<Purchase | null> {
  const [row] = await tx
    .select()
    .from(creditPurchases)
    .where(and(eq(creditPurchases.provider, provider), eq(creditPurchases.providerPaymentId, providerPaymentId)))
    .for('update');
  return row ?? null;
}

/** A charge on a subscription names the plan's intent, which was for something else and stays as it is. */
function ownIntent({ event, identity }: Recording): Intent | null {
  return event.buyer.providerSubscriptionId === null ? identity.intent : null;
}

function createdKeys({ provider }: Applying, event: PurchasePaid, isNewCustomer: boolean): string[] {
  const created = [keys.purchase(provider, event.purchaseKey)];
  if (event.providerPaymentId !== null) created.push(keys.payment(provider, event.providerPaymentId));
  if (isNewCustomer && event.buyer.providerCustomerId !== null)
    created.push(keys.customer(provider, event.buyer.providerCustomerId));
  return created;
}

/** By the time of payment, not of arrival: a late event, or the whole log read again, ends the lot on the same day. */
function expiry(paidAt: Instant, days: number | null): Date | null {
  return days === null ? null : new Date(Date.parse(paidAt) + days * 86_400_000);
}

async function findPurchase(tx: Transaction, { provider }: Applying, purchaseKey: string): Promise<Purchase | null> {
  const [row] = await tx
    .select()
    .from(creditPurchases)
    .where(and(eq(creditPurchases.provider, provider), eq(creditPurchases.providerCheckoutId, purchaseKey)));
  return row ?? null;
}

async function findOtherPayment(tx: Transaction, checkoutId: string, purchaseId: string): Promise<string | null> {
  const [row] = await tx
    .select({ purchaseKey: creditPurchases.providerCheckoutId })
    .from(creditPurchases)
    .where(and(eq(creditPurchases.checkoutId, checkoutId), ne(creditPurchases.id, purchaseId)))
    .limit(1);
  return row?.purchaseKey ?? null;
}

async function insert(tx: Transaction, applying: Applying, recording: Recording): Promise<string | null> {
  const { event, identity, grant } = recording;
  const { price } = event;
  const rows = await insertPurchase(tx, {
    id: uuidv7(),
    teamId: identity.teamId,
    provider: applying.provider,
    purchaseKey: event.purchaseKey,
    checkoutId: ownIntent(recording)?.id ?? null,
    providerPaymentId: event.providerPaymentId,
    eventId: applying.eventId,
    lines: JSON.stringify(grant.lines),
    credits: grant.credits,
    quantity: grant.quantity,
    subtotalMinor: price.subtotalMinor,
    discountMinor: price.discountMinor,
    taxMinor: price.taxMinor,
    amountMinor: price.amountMinor,
    currency: price.currency,
    paidAt: event.paidAt,
    now: applying.now.toISOString(),
  });
  return rows[0]?.id ?? null;
}

const value = sql.placeholder;

const insertPurchase = prepared<{ id: string }>(sql`
    insert into ${creditPurchases} (id, team_id, provider, provider_checkout_id, checkout_id, provider_payment_id,
      provider_event_id, lines, credits, quantity, subtotal_minor, discount_minor, tax_minor, amount_minor, currency,
      paid_at, created_at)
    values (${value('id')}, ${value('teamId')}, ${value('provider')}, ${value('purchaseKey')}, ${value('checkoutId')},
      ${value('providerPaymentId')}, ${value('eventId')}, ${value('lines')}, ${value('credits')}, ${value('quantity')},
      ${value('subtotalMinor')}, ${value('discountMinor')}, ${value('taxMinor')}, ${value('amountMinor')},
      ${value('currency')}, ${value('paidAt')}, ${value('now')})
    on conflict (provider, provider_checkout_id) do nothing
    returning id`);
