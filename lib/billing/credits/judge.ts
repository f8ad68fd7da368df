import type { Identity } from '../customers/resolve';
import type { PurchasePaid } from '../events';
import type { Intent } from '../intents';
import type { CaseFinding, Outcome } from '../webhooks/outcome';
import type { PurchaseDecision } from './decide';
import type { Purchase } from './purchase';

export interface Granted {
  event: PurchasePaid;
  grant: Extract<PurchaseDecision, { kind: 'grant' }>;
  /** The intent that this purchase is the payment of. */
  intent: Intent | null;
  /** The key of an earlier payment of the same intent. */
  firstPurchaseKey: string | null;
}

/** What a person should see about a purchase that was granted. */
export function findings({ event, grant, intent, firstPurchaseKey }: Granted): CaseFinding[] {
  const subject = event.purchaseKey;
  const found: CaseFinding[] = [];
  if (grant.itemDiffers && intent) {
    const local = { checkoutId: intent.id, item: intent.item, quantity: intent.quantity };
    found.push({
      kind: 'paid_item_differs',
      subject,
      local,
      remote: { items: grant.lines.map(({ item, quantity }) => ({ item, quantity })) },
    });
  }
  if (firstPurchaseKey && intent) {
    const local = { checkoutId: intent.id, firstPurchaseKey };
    found.push({
      kind: 'checkout_paid_twice',
      subject,
      local,
      remote: { purchaseKey: event.purchaseKey, amountMinor: event.price.amountMinor },
    });
  }
  return found;
}

/** How it ends when nothing was recorded under this key and this event cannot record it. */
export function refuse(event: PurchasePaid, identity: Identity, decision: PurchaseDecision): Outcome {
  const subject = event.purchaseKey;
  if (decision.kind === 'ignore') return { kind: 'ignored', reason: decision.reason };
  if (identity.kind === 'unknown') return { kind: 'waiting', code: 'unknown_team', waitingFor: identity.waitingFor };
  if (identity.kind === 'mismatch') {
    const finding = {
      kind: 'team_mismatch',
      subject,
      local: { teamId: identity.known },
      remote: { teamId: identity.told },
    } as const;
    return { kind: 'parked', teamId: identity.known, finding };
  }
  if (decision.kind === 'fault') {
    const finding = { kind: decision.code, subject, local: null, remote: { ...decision.remote, ...amounts(event) } };
    return { kind: 'parked', teamId: identity.teamId, finding };
  }
  return { kind: 'waiting', code: 'needs_provider_lookup', waitingFor: [] };
}

/** The same key again: equal is a duplicate, different is a conflict. Null means that the event cannot tell. */
export function compare(
  recorded: Purchase,
  event: PurchasePaid,
  told: { teamId: string | null; credits: number | null },
): Outcome {
  const { price, providerPaymentId } = event;
  const isSame =
    (told.teamId === null || told.teamId === recorded.teamId) &&
    (told.credits === null || told.credits === recorded.credits) &&
    (providerPaymentId === null ||
      recorded.providerPaymentId === null ||
      providerPaymentId === recorded.providerPaymentId) &&
    price.amountMinor === recorded.amountMinor &&
    price.currency === recorded.currency;
  if (isSame) return { kind: 'duplicate', teamId: recorded.teamId, details: { purchaseId: recorded.id } };
  const { id: purchaseId, teamId, credits, amountMinor, currency } = recorded;
  const finding = {
    kind: 'purchase_payload_conflict',
    subject: event.purchaseKey,
    local: { purchaseId, teamId, credits, amountMinor, currency, providerPaymentId: recorded.providerPaymentId },
    remote: { ...told, ...amounts(event), providerPaymentId },
  } as const;
  return { kind: 'parked', teamId, finding };
}

function amounts({ price }: PurchasePaid) {
  return { amountMinor: price.amountMinor, currency: price.currency };
}
