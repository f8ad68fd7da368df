import { and, eq, ne, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';
import { creditPurchases } from '@/db/schema';
import { type Identity, resolveBuyer } from '../customers/resolve';
import { customerOf } from '../customers/store';
import type { Instant, ProviderName, PurchasePaid } from '../events';
import { checkoutOf, type Intent } from '../intents';
import { type Applying, keys, type Outcome } from '../webhooks/outcome';
import { decidePurchase, type PurchaseDecision } from './decide';
import { compare, findings, refuse } from './judge';
import { lotOf, lotValues } from './ledger';

export type Purchase = typeof creditPurchases.$inferSelect;
type Known = Extract<Identity, { kind: 'known' }>;
type Grant = Extract<PurchaseDecision, { kind: 'grant' }>;

/**
 * Records that something was paid for once, and grants its credits. All that a purchase brings about happens in the
 * statement that inserts it, and out of it; where its key is taken, what is there is compared and nothing moves.
 */
export async function recordPurchase(tx: Transaction, applying: Applying, event: PurchasePaid): Promise<Outcome> {
  const identity = await resolveBuyer(tx, applying.provider, event.buyer);
  const intent = identity.kind === 'known' ? identity.intent : null;
  const decision = decidePurchase(applying.provider, event, { catalog: applying.catalog, intent });
  if (identity.kind !== 'known' || decision.kind !== 'grant') {
    const recorded = await findPurchase(tx, applying, event.purchaseKey);
    const teamId = identity.kind === 'mismatch' ? identity.told : null;
    return recorded ? compare(recorded, event, { teamId, credits: null }) : refuse(event, identity, decision);
  }
  const recording = { event, identity, grant: decision };
  const inserted = await insert(tx, applying, recording);
  if (inserted) return applied(tx, applying, { ...recording, inserted });
  const recorded = await findPurchase(tx, applying, event.purchaseKey);
  if (!recorded) throw new Error(`Purchase ${event.purchaseKey} is neither new nor there.`);
  return compare(recorded, event, { teamId: identity.teamId, credits: decision.credits });
}

interface Recording {
  event: PurchasePaid;
  identity: Known;
  grant: Grant;
}

async function applied(
  tx: Transaction,
  { provider }: Applying,
  recording: Recording & { inserted: InsertedRow },
): Promise<Outcome> {
  const { event, identity, grant, inserted } = recording;
  const { id: purchaseId, new_customers: newCustomers, balance } = inserted;
  const intent = ownIntent(recording);
  const firstPurchaseKey = intent?.state === 'paid' ? await findOtherPayment(tx, intent.id, purchaseId) : null;
  return {
    kind: 'applied',
    teamId: identity.teamId,
    created: createdKeys(provider, event, newCustomers > 0),
    cases: findings({ event, grant, intent, firstPurchaseKey }),
    details: { purchaseId, credits: grant.credits, balanceAfter: Number(balance) },
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
  applying: Applying,
  providerPaymentId: string,
): Promise<Purchase | null> {
  const [row] = await tx
    .select()
    .from(creditPurchases)
    .where(
      and(eq(creditPurchases.provider, applying.provider), eq(creditPurchases.providerPaymentId, providerPaymentId)),
    )
    .for('update');
  return row ?? null;
}

/** A charge on a subscription names the plan's intent, which was for something else and stays as it is. */
function ownIntent({ event, identity }: Recording): Intent | null {
  return event.buyer.providerSubscriptionId === null ? identity.intent : null;
}

function createdKeys(provider: ProviderName, event: PurchasePaid, isNewCustomer: boolean): string[] {
  const created = [keys.purchase(provider, event.purchaseKey)];
  if (event.providerPaymentId !== null) created.push(keys.payment(provider, event.providerPaymentId));
  if (isNewCustomer && event.buyer.providerCustomerId !== null)
    created.push(keys.customer(provider, event.buyer.providerCustomerId));
  return created;
}

/** By the time of payment, not of arrival: a late event, or the whole log read again, ends the lot on the same day. */
function expiry(paidAt: Instant, { expiresAfterDays: days }: Grant): Date | null {
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

async function insert(tx: Transaction, applying: Applying, recording: Recording): Promise<InsertedRow | null> {
  const { event, identity, grant } = recording;
  const { provider, now } = applying;
  const { teamId, customerTeams } = identity;
  const { price } = event;
  const { providerCustomerId } = event.buyer;
  const id = uuidv7();
  const rows = await insertPurchase(tx, {
    ...lotValues(
      { credits: grant.credits, sourceType: 'purchase', sourceKey: id, expiresAt: expiry(event.paidAt, grant) },
      {
        teamId,
        idempotencyKey: `purchase:${provider}:${event.purchaseKey}`,
        kind: 'purchase',
        reason: 'Purchase paid',
        ref: `purchase:${id}`,
        actor: `provider:${provider}`,
        at: now,
      },
    ),
    id,
    provider,
    providerCustomerId: customerTeams.includes(teamId) ? null : providerCustomerId,
    purchaseKey: event.purchaseKey,
    checkoutId: ownIntent(recording)?.id ?? null,
    providerPaymentId: event.providerPaymentId,
    eventId: applying.eventId,
    lines: JSON.stringify(grant.lines),
    quantity: grant.quantity,
    subtotalMinor: price.subtotalMinor,
    discountMinor: price.discountMinor,
    taxMinor: price.taxMinor,
    amountMinor: price.amountMinor,
    currency: price.currency,
    paidAt: event.paidAt,
  });
  return rows[0] ?? null;
}

interface InsertedRow {
  id: string;
  new_customers: number;
  balance: string;
}

const value = sql.placeholder;
const purchase = sql`purchase`;

// Counting the rows makes the customer and the intent come before the balance, which others wait for: whoever has it
// waits for nothing more.
const insertPurchase = prepared<InsertedRow>(sql`
    with purchase as (
      insert into ${creditPurchases} (id, team_id, provider, provider_checkout_id, checkout_id, provider_payment_id,
        provider_event_id, lines, credits, quantity, subtotal_minor, discount_minor, tax_minor, amount_minor, currency,
        paid_at, created_at)
      values (${value('id')}, ${value('teamId')}, ${value('provider')}, ${value('purchaseKey')}, ${value('checkoutId')},
        ${value('providerPaymentId')}, ${value('eventId')}, ${value('lines')}, ${value('delta')}, ${value('quantity')},
        ${value('subtotalMinor')}, ${value('discountMinor')}, ${value('taxMinor')}, ${value('amountMinor')},
        ${value('currency')}, ${value('paidAt')}, ${value('at')})
      on conflict (provider, provider_checkout_id) do nothing
      returning id
    ),
    customer as (${customerOf(purchase)}),
    checkout as (${checkoutOf(purchase)}),
    before_balance as (
      select purchase.id, (select count(*)::int from customer) as new_customers, (select count(*) from checkout) as paid
      from purchase
    ),
    ${lotOf(sql`before_balance`)}
    select id, new_customers, balance from before_balance, moved`);
