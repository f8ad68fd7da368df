import { stringify } from 'csv-stringify/sync';
import type { HistoryEntry, HistoryPayment, PeriodView } from '@/lib/billing';
import { currencyDecimals } from '@/lib/money';

const columns = [
  'at',
  'kind',
  'credits',
  'balance_after',
  'reason',
  'reference',
  'who',
  'bought',
  'amount',
  'tax',
  'discount',
  'refunded',
  'currency',
  'status',
  'provider',
  'purchase_key',
  'event_id',
  'payment_id',
  'ledger_line',
] as const;

type Row = Record<(typeof columns)[number], string | number | null>;

/**
 * CSV (RFC 4180, UTF-8 with a byte order mark for Excel), a header and one line for each entry. Times are ISO 8601 in
 * UTC, amounts in the currency's major unit, those of one payment on one line. A text that a spreadsheet would run as a
 * formula gets a quote in front; numbers stay numbers. See https://owasp.org/www-community/attacks/CSV_Injection
 */
export async function* csvLines(entries: AsyncIterable<HistoryEntry>): AsyncGenerator<string> {
  yield `\uFEFF${columns.join(',')}\r\n`;
  for await (const entry of entries) yield csvLine(entry);
}

function csvLine(entry: HistoryEntry): string {
  return stringify([rowOf(entry)], { columns: [...columns], escape_formulas: true, record_delimiter: 'windows' });
}

function rowOf(entry: HistoryEntry): Row {
  return {
    at: entry.at.toISOString(),
    kind: entry.kind,
    credits: entry.delta,
    balance_after: entry.balanceAfter,
    reason: entry.reason,
    reference: entry.ref,
    who: entry.actor,
    ...(entry.period ? periodCells(entry.period) : paymentCells(entry.payment)),
    ...(entry.isPaidFor ? {} : noAmounts),
    ledger_line: entry.id,
  };
}

/** Each payment's amounts are on one line, so that they can be added up. */
const noAmounts = { amount: null, tax: null, discount: null, refunded: null };

function paymentCells(payment: HistoryPayment | null) {
  return {
    bought: payment ? payment.items.map(({ item, quantity }) => `${item} x ${quantity}`).join('; ') : null,
    ...amountCells(payment),
    provider: payment?.provider ?? null,
    purchase_key: payment?.purchaseKey ?? null,
    event_id: payment?.eventId ?? null,
    payment_id: payment?.providerPaymentId ?? null,
  };
}

/** A paid period counts once under its renewal's key, as a purchase under its own. */
function periodCells(period: PeriodView) {
  const { plan, quantity, start, end, provider, renewalKey, eventId, providerPaymentId } = period;
  return {
    bought: `${plan ?? 'unknown'} x ${quantity}, ${start.slice(0, 10)} to ${end.slice(0, 10)}`,
    ...amountCells(period),
    ...{ provider, purchase_key: renewalKey, event_id: eventId, payment_id: providerPaymentId },
  };
}

type Paid = Pick<
  HistoryPayment,
  'amountMinor' | 'taxMinor' | 'discountMinor' | 'refundedMinor' | 'currency' | 'status'
>;

function amountCells(paid: Paid | null) {
  const major = (minor: number, currency: string) =>
    (minor / 10 ** currencyDecimals(currency)).toFixed(currencyDecimals(currency));
  return {
    amount: paid ? major(paid.amountMinor, paid.currency) : null,
    tax: paid ? major(paid.taxMinor, paid.currency) : null,
    discount: paid ? major(paid.discountMinor, paid.currency) : null,
    refunded: paid ? major(paid.refundedMinor, paid.currency) : null,
    currency: paid?.currency ?? null,
    status: paid?.status ?? null,
  };
}
