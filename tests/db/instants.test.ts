import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paymentReversals } from '@/db/schema';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it.each(['UTC', 'Asia/Kathmandu', 'America/New_York', 'America/St_Johns', 'Europe/Berlin'])(
  'a time of a provider keeps its microseconds in a database whose time zone is %s',
  async (timeZone) => {
    const connection = openConnection(database.url, { max: 1 });
    await connection.execute(sql.raw(`set timezone to '${timeZone}'`));
    const times = [
      '2026-09-22T10:00:00.000001Z',
      '2026-03-29T00:59:59.999999Z',
      '2026-01-31T23:30:00.120000Z',
      '2026-09-22T10:00:00.000000Z',
    ];
    for (const occurredAt of times) {
      const id = randomUUID();
      await connection.insert(paymentReversals).values({
        id,
        provider: 'stripe',
        providerReversalId: id,
        providerPaymentId: id,
        kind: 'refund',
        amountMinor: 1,
        totalMinor: 1,
        currency: 'USD',
        status: 'pending',
        occurredAt,
      });
      const [row] = await connection.select().from(paymentReversals).where(eq(paymentReversals.id, id));
      expect(row?.occurredAt).toBe(occurredAt);
    }
    await connection.$client.end();
  },
);
