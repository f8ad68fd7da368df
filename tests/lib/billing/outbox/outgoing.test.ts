import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addEndpoint, enableEndpoint, listEndpoints, rotateSecret } from '@/lib/billing/outbox/endpoints';
import type { MessageType } from '@/lib/billing/outbox/messages';
import { enqueue } from '@/lib/billing/outbox/outbox';
import { deliverOutgoing } from '@/lib/billing/outbox/outgoing';
import { post } from '@/lib/billing/outbox/post';
import { fixedClock } from '@/lib/clock';
import { createIntent, createTeam, send, testContext, testSettings } from '../../../support/billing';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { stripePurchase } from '../../../support/purchases';
import { one, rows } from '../../../support/state';
import { openWebhookListener, type WebhookListener } from '../../../support/webhook-listener';

let database: TestDatabase;
let listener: WebhookListener;
beforeAll(async () => {
  [database, listener] = [await createTestDatabase(), await openWebhookListener()];
});
beforeEach(async () => {
  listener.heard.length = 0;
  listener.answers.length = 0;
  await database.db.execute(sql`delete from outgoing_webhook_endpoints`);
});
afterAll(() => Promise.all([database.drop(), listener.close()]));

const hour = 3_600_000;
const pass = { isTimeLeft: () => true, limit: 100 };

/** A billing with one endpoint. Its clock stands at the real time unless told: receivers compare it with theirs. */
async function listening(eventTypes: MessageType[] = [], start = new Date().toISOString()) {
  const clock = fixedClock(start);
  const context = testContext(database.db, { clock, settings: testSettings({ outgoingAllowPrivate: true }) });
  const endpoint = await addEndpoint(context, { url: listener.url, eventTypes });
  return { ...endpoint, clock, context, teamId: await createTeam(database.db) };
}

async function tell(teamId: string, at: Date, eventType: MessageType = 'credits_low', dedupKey: string = randomUUID()) {
  const about = { teamId, subscriptionId: null, billingPeriodId: null };
  await database.db.transaction((tx) =>
    enqueue(tx, { eventType, ...about, dedupKey, payload: { balance: 5, lowAt: 10 } }, { at }),
  );
}

const deliveryOf = (teamId: string) =>
  one(
    database.db,
    sql`select d.* from outgoing_webhook_deliveries d join subscription_outbox m on m.id = d.message_id where m.team_id = ${teamId}`,
  );

describe('what happened', () => {
  it('is written for each endpoint with its cause, sent once, and verified by the library of the standard', async () => {
    const { context, secret, teamId } = await listening();
    const checkoutId = await createIntent(database.db, { teamId, provider: 'stripe' });
    const paid = stripePurchase({ checkoutId });
    for (let n = 0; n < 3; n += 1) await send(context, { provider: 'stripe', body: paid.paid() });
    expect(await deliveryOf(teamId)).toMatchObject({ state: 'pending', event_type: 'purchase_paid' });
    expect(await deliverOutgoing(context, pass)).toBe(1);
    expect(await deliverOutgoing(context, pass)).toBe(0);
    const [request, ...more] = listener.heard;
    expect(more).toEqual([]);
    expect(new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})).toMatchObject({
      type: 'purchase_paid',
      data: { teamId, credits: 1000, amountMinor: 4900, currency: 'USD' },
    });
    const delivery = await deliveryOf(teamId);
    expect(delivery).toMatchObject({ state: 'sent', response_status: 204, attempts: 1 });
    expect(request?.headers['webhook-id']).toBe(delivery.message_id);
    expect(Object.keys(delivery).filter((column) => /body/.test(column))).toEqual([]);
    expect(context.lines.join()).not.toContain(secret);
  });

  it('goes to those that asked for its type, and not to those that are disabled', async () => {
    const { context, id, clock, teamId } = await listening(['credits_low']);
    const { id: other } = await addEndpoint(context, { url: listener.url, eventTypes: ['case_opened'] });
    await tell(teamId, clock.now());
    await enableEndpoint(context, id, false);
    await tell(teamId, clock.now());
    const deliveries = await rows(
      database.db,
      sql`select endpoint_id, state, error_code from outgoing_webhook_deliveries`,
    );
    expect(deliveries).toEqual([{ endpoint_id: id, state: 'failed', error_code: 'endpoint_disabled' }]);
    expect(other).not.toBe(id);
    expect(await deliverOutgoing(context, pass)).toBe(0);
    expect(JSON.stringify(await listEndpoints(context))).not.toContain('whsec_');
  });
});

describe('a delivery that is not taken', () => {
  it('is tried again under the same id, each time signed anew, until it is', async () => {
    const given = await listening();
    const { context, clock, secret, teamId } = given;
    listener.answers.push(500, 503);
    await tell(teamId, clock.now());
    for (const state of ['pending', 'pending', 'sent']) {
      await deliverOutgoing(context, pass);
      expect((await deliveryOf(teamId)).state).toBe(state);
      clock.advance(120_000);
    }
    expect(new Set(listener.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(listener.heard.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3);
    expect(new Set(listener.heard.map(({ body }) => body)).size).toBe(1);
    for (const { body, headers } of listener.heard) new Webhook(secret).verify(body, headers);
  });

  it.each([
    ['a redirect, which is not followed', 'redirect', 'redirect', 307],
    ['a refusal', 404, 'refused', 404],
  ] as const)('with %s says so', async (_, answer, code, status) => {
    const { context, clock, teamId } = await listening();
    listener.answers.push(answer);
    await tell(teamId, clock.now());
    await deliverOutgoing(context, pass);
    expect(listener.heard).toHaveLength(1);
    expect(await deliveryOf(teamId)).toMatchObject({ state: 'pending', error_code: code, response_status: status });
  });

  it('is given up after a day, and at once when the receiver wants no more', async () => {
    const { context, clock, teamId } = await listening([], '2026-10-01T10:00:00Z');
    await tell(teamId, clock.now());
    for (let n = 0; n < 26; n += 1) {
      listener.answers.push(500);
      await deliverOutgoing(context, pass);
      clock.advance(hour);
    }
    expect(await deliveryOf(teamId)).toMatchObject({ state: 'failed', next_attempt_at: null, error_code: 'refused' });
    const another = await createTeam(database.db);
    await tell(another, clock.now());
    listener.answers.length = 0;
    listener.answers.push(410);
    await deliverOutgoing(context, pass);
    expect(await deliveryOf(another)).toMatchObject({ state: 'failed', response_status: 410, attempts: 1 });
  });

  it('whose sender died is sent by the next one once the lease is over', async () => {
    const { context, clock, teamId } = await listening([], '2026-10-01T10:00:00Z');
    await tell(teamId, clock.now());
    await database.db.execute(sql`
      update outgoing_webhook_deliveries set state = 'sending', lease_attempt = 1,
        leased_until = ${'2026-10-01T10:00:30Z'}, next_attempt_at = ${'2026-10-01T10:00:30Z'}`);
    expect(await deliverOutgoing(context, pass)).toBe(0);
    clock.advance(31_000);
    expect(await deliverOutgoing(context, pass)).toBe(1);
    expect(await deliveryOf(teamId)).toMatchObject({ state: 'sent', lease_attempt: 2 });
  });
});

describe('a secret', () => {
  it('that is rotated signs beside the new one until its time is over', async () => {
    const { context, clock, id, secret: old, teamId } = await listening();
    const secret = await rotateSecret(context, id, 60_000);
    expect(secret).not.toBe(old);
    await tell(teamId, clock.now());
    await deliverOutgoing(context, pass);
    clock.advance(61_000);
    await tell(teamId, clock.now());
    await deliverOutgoing(context, pass);
    const [both, alone] = listener.heard;
    const verify = (key: string, heard = both) => new Webhook(key).verify(heard?.body ?? '', heard?.headers ?? {});
    expect(both?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    verify(old);
    verify(secret);
    verify(secret, alone);
    expect(() => verify(old, alone)).toThrow();
  });
});

describe('a private address', () => {
  const strict = () => testContext(database.db);

  it.each(['http://hooks.example.com/', 'https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.8/'])(
    'is not taken as an endpoint: %s',
    async (url) => {
      await expect(addEndpoint(strict(), { url, eventTypes: [] })).rejects.toMatchObject({
        code: 'invalid_endpoint_url',
      });
    },
  );

  it('behind a name is refused, and nothing is sent there', async () => {
    const { port } = new URL(listener.url);
    const url = `https://hooks.example.com:${port}/hooks`;
    const sending = { url, headers: {}, body: '{}', allowPrivate: false, timeoutMs: 2000 };
    for (const address of ['127.0.0.1', '169.254.169.254', '10.1.2.3'])
      expect(await post(sending, async () => [{ address, family: 4 }])).toEqual({
        kind: 'failed',
        code: 'private_address',
      });
    const mixed = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    expect(await post(sending, mixed)).toEqual({ kind: 'failed', code: 'private_address' });
    expect(listener.heard).toEqual([]);
  });

  it('that a name came to mean after its endpoint was added is refused when it is sent', async () => {
    const { context, teamId, clock } = await listening();
    const { port } = new URL(listener.url);
    await database.db.execute(
      sql`update outgoing_webhook_endpoints set url = ${`https://rebinding.example.com:${port}/hooks`}`,
    );
    await tell(teamId, clock.now());
    const home = async () => [{ address: '127.0.0.1', family: 4 }];
    await deliverOutgoing({ ...context, settings: testSettings() }, pass, home);
    expect(listener.heard).toEqual([]);
    expect(await deliveryOf(teamId)).toMatchObject({ state: 'pending', error_code: 'private_address' });
  });
});

describe('a connection', () => {
  it('goes to the address that was judged: the name is asked once, and cannot mean another one in between', async () => {
    const { port } = new URL(listener.url);
    const url = `http://rebinding.example:${port}/hooks`;
    const asked: string[] = [];
    const rebinding = async (host: string) => {
      asked.push(host);
      return [{ address: asked.length === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    };
    const sending = { url, headers: {}, body: '{}', allowPrivate: true, timeoutMs: 5000 };
    expect(await post(sending, rebinding)).toEqual({ kind: 'answered', status: 204 });
    expect(asked).toEqual(['rebinding.example']);
    expect(listener.heard[0]?.headers.host).toBe(`rebinding.example:${port}`);
  });

  it('that is not answered in time is given up', async () => {
    listener.answers.push('silence');
    const sending = { url: listener.url, headers: {}, body: '{}', allowPrivate: true, timeoutMs: 200 };
    expect(await post(sending)).toEqual({ kind: 'failed', code: 'timeout' });
  });
});
