import { describe, expect, it } from 'vitest';
import { csvLines } from '@/app/(dashboard)/history/export/csv';
import type { HistoryEntry, HistoryPayment } from '@/lib/billing';

const payment: HistoryPayment = {
  purchaseId: 'pur_1',
  provider: 'stripe',
  purchaseKey: 'cs_1',
  providerPaymentId: 'pi_1',
  eventId: 'evt_1',
  items: [{ item: 'pack_1000', name: '1,000 credits', quantity: 2, credits: 2000 }],
  amountMinor: 10_780,
  taxMinor: 980,
  discountMinor: 0,
  refundedMinor: 5_390,
  currency: 'USD',
  status: 'partially_refunded',
};

const entry: HistoryEntry = {
  id: 'line_1',
  at: new Date('2026-09-20T14:02:10.600Z'),
  kind: 'purchase',
  delta: 2000,
  balanceAfter: 2500,
  reason: 'Purchase paid',
  ref: 'purchase:pur_1',
  actor: 'provider:stripe',
  payment,
  period: null,
  isPaidFor: true,
  isPlanChange: false,
};

const refund: HistoryEntry = {
  ...entry,
  ...{ id: 'line_2', kind: 'refund', delta: -1000, balanceAfter: 1500, reason: 'Payment refunded', isPaidFor: false },
};

describe('the export of the history', () => {
  it('has a header and one line for each entry, amounts in major units', async () => {
    expect(await exported([entry])).toEqual([
      'at,kind,credits,balance_after,reason,reference,who,bought,amount,tax,discount,refunded,currency,status,provider,purchase_key,event_id,payment_id,ledger_line',
      '2026-09-20T14:02:10.600Z,purchase,2000,2500,Purchase paid,purchase:pur_1,provider:stripe,pack_1000 x 2,107.80,9.80,0.00,53.90,USD,partially_refunded,stripe,cs_1,evt_1,pi_1,line_1',
    ]);
  });

  it('has the amounts of a payment on one line, so that they can be added up', async () => {
    const [, paid, refunded] = await exported([entry, refund]);
    expect(paid).toContain(',pack_1000 x 2,107.80,9.80,0.00,53.90,USD,');
    expect(refunded).toContain(',pack_1000 x 2,,,,,USD,partially_refunded,stripe,cs_1,');
  });

  it('writes amounts with as many decimals as their currency has', async () => {
    const amounts = async (currency: string) =>
      (await exported([{ ...entry, payment: { ...payment, currency } }]))[1]?.split(',').slice(8, 9);
    expect(await amounts('JPY')).toEqual(['10780']);
    expect(await amounts('KWD')).toEqual(['10.780']);
  });

  it('leaves the cells of a payment empty where there was none', async () => {
    const [, line] = await exported([{ ...refund, id: 'line_1', kind: 'spend', payment: null, ref: null }]);
    expect(line).toBe('2026-09-20T14:02:10.600Z,spend,-1000,1500,Payment refunded,,provider:stripe,,,,,,,,,,,,line_1');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])(
    'never lets a spreadsheet run a text as a formula: %j',
    async (reason) => {
      const [, line = ''] = await exported([{ ...entry, reason }]);
      expect(line).toMatch(/^[^,]*,purchase,2000,2500,"?'/);
    },
  );

  it('quotes what would break a line', async () => {
    const [, line] = await exported([{ ...entry, reason: 'a "b", c' }]);
    expect(line).toContain(',"a ""b"", c",');
  });
});

async function exported(entries: HistoryEntry[]): Promise<string[]> {
  let text = '';
  for await (const line of csvLines(streamed(entries))) text += line;
  expect(text.startsWith('\uFEFF')).toBe(true);
  return text.slice(1).trimEnd().split('\r\n');
}

async function* streamed(entries: HistoryEntry[]): AsyncGenerator<HistoryEntry> {
  yield* entries;
}
