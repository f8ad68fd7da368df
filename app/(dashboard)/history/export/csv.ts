import { stringify } from 'csv-stringify/sync';
import type { HistoryEntry, HistoryPayment } from '@/lib/billing';
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
 * UTC, amounts in the currency's major unit. A text that a spreadsheet would run as a formula gets a quote in front;
 * numbers stay numbers. See https://owasp.org/www-community/attacks/CSV_Injection
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
    ...paymentCells(entry.payment),
    ledger_line: entry.id,
  };
}

function paymentCells(payment: HistoryPayment | null) {
  const major = (minor: number, currency: string) =>
    (minor / 10 ** currencyDecimals(currency)).toFixed(currencyDecimals(currency));
  return {
    bought: payment ? payment.items.map(({ item, quantity }) => `${item} x ${quantity}`).join('; ') : null,
    amount: payment ? major(payment.amountMinor, payment.currency) : null,
    tax: payment ? major(payment.taxMinor, payment.currency) : null,
    discount: payment ? major(payment.discountMinor, payment.currency) : null,
    refunded: payment ? major(payment.refundedMinor, payment.currency) : null,
    currency: payment?.currency ?? null,
    status: payment?.status ?? null,
    provider: payment?.provider ?? null,
    purchase_key: payment?.purchaseKey ?? null,
    event_id: payment?.eventId ?? null,
    payment_id: payment?.providerPaymentId ?? null,
  };
}
