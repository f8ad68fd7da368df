import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingCheckouts, teams } from '@/db/schema';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { installedNames } from '../support/installed';
import { createPaidDelivery } from '../support/paid';
import { post, type ServerProcess, startServer } from '../support/server';
import { balanceOf, count, expectInvariants, rows } from '../support/state';
import { compressed, strangeButTrue, strangeHeaderIds, unreadableBodies } from './bodies';
import { Checkouts, type HostileCase } from './case';
import { hostileFields } from './fields';
import { randomChanges } from './random';
import { sendBytes, sendCase } from './send';
import { badSignatures, secretsInAnyForm } from './signatures';
import { badRequests, hugeBodies, largeBodies } from './transport';

const checkouts = new Checkouts();
const groups: [string, HostileCase[]][] = [
  ['a bad signature', installedNames.flatMap((provider) => badSignatures(checkouts, provider))],
  ['a wrong method, or no provider', badRequests(checkouts)],
  ['a body that is too large, or just not', largeBodies(checkouts)],
  ['a huge body', hugeBodies()],
  ['a signed body that nobody can read', installedNames.flatMap(unreadableBodies)],
  ['a signed body in an unusual form', installedNames.flatMap((provider) => strangeButTrue(checkouts, provider))],
  ['an event id in the header that is none', strangeHeaderIds(checkouts)],
  ['a body that was compressed on the way', installedNames.map((provider) => compressed(checkouts, provider))],
  ['a signed field that cannot be', installedNames.flatMap((provider) => hostileFields(checkouts, provider))],
  ['a signed body with random changes', installedNames.flatMap((provider) => randomChanges(checkouts, provider, 20))],
];

let database: TestDatabase;
let server: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startServer({ databaseUrl: database.url });
  await database.db.insert(teams).values(checkouts.all.map(({ teamId }) => ({ id: teamId, name: 'Example Team' })));
  await database.db.insert(billingCheckouts).values(
    checkouts.all.map(({ provider, checkoutId, teamId }) => ({
      ...{
        id: checkoutId,
        teamId,
        provider,
        item: 'pack_1000',
        quantity: 1,
        expectedAmountMinor: 4900,
        currency: 'USD',
      },
    })),
  );
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const receiptsOf = ({ path, body }: HostileCase) =>
  rows(
    database.db,
    sql`select state, encode(sha256(raw_body), 'hex') = body_sha256 as is_intact, exists (
        select 1 from reconciliation_cases as c
        where c.provider = e.provider and c.event_id = e.event_id and c.state = 'open'
      ) as has_case
      from billing_webhook_events as e
      where provider = ${path.split('/').at(-1)} and body_sha256 = ${createHash('sha256').update(body).digest('hex')}`,
  );

/** What an answer promises: the row it leaves, and whether the team was paid. */
async function expectKept(hostile: HostileCase, answer: string): Promise<void> {
  const [httpStatus, status] = answer.split(' ');
  const kept = await receiptsOf(hostile);
  const promised = httpStatus === '200' ? [{ state: status, is_intact: true, has_case: status === 'parked' }] : [];
  expect(kept, hostile.name).toEqual(promised);
  if (!hostile.checkout) return;
  const balance = await balanceOf(database.db, hostile.checkout.teamId);
  expect(balance > 0, `${hostile.name}, answered ${answer}, left ${balance} credits`).toBe(status === 'applied');
}

describe('every answer is the one that the table has for it, and the row too', () => {
  it.each(groups)('%s', async (_, cases) => {
    const unexpected: string[] = [];
    for (const hostile of cases) {
      const answer = await sendCase(server.url, hostile);
      if (!hostile.answers.includes(answer)) unexpected.push(`${hostile.name} -> ${answer}`);
      await expectKept(hostile, answer);
    }
    expect(unexpected).toEqual([]);
    await expectInvariants(database.db);
  });

  it('bytes that are no request', async () => {
    const head = 'POST /api/webhooks/stripe HTTP/1.1\r\nHost: localhost\r\n';
    const flood = Array.from({ length: 3000 }, (_, n) => `x-flood-${n}: y\r\n`).join('');
    const before = await count(database.db, sql`select count(*) from billing_webhook_events`);
    const answers = {
      nonsense: await sendBytes(server.url, '\u0000\u0001\u0002\r\n\r\n'),
      'a length that is no number': await sendBytes(server.url, `${head}Content-Length: many\r\n\r\n{}`),
      'two lengths': await sendBytes(server.url, `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
      'a length and chunks': await sendBytes(
        server.url,
        `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      ),
      'chunks that are none': await sendBytes(server.url, `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`),
      'more headers than fit': await sendBytes(server.url, `${head}${flood}\r\n`),
      'less body than was told': await sendBytes(server.url, `${head}Content-Length: 1000\r\n\r\n{"id":`),
    };
    expect(Object.values(answers).filter((answer) => !/^(4\d\d|closed)$/.test(answer))).toEqual([]);
    expect(await count(database.db, sql`select count(*) from billing_webhook_events`)).toBe(before);
  });
});

describe('after all of them', () => {
  it('more than 200 were sent', () => {
    expect(groups.flatMap(([, cases]) => cases).length).toBeGreaterThan(200);
  });

  it('a good delivery is applied as ever', async () => {
    for (const provider of installedNames) {
      const delivery = await createPaidDelivery(database.db, provider);
      expect(await post(server, delivery)).toBe('200 applied');
      expect(await balanceOf(database.db, delivery.teamId)).toBe(1000);
    }
  });

  it('no line of the log has a secret, a signature or anything of a body', () => {
    const log = server.output();
    expect(log.length).toBeGreaterThan(10_000);
    const signatures = groups
      .flatMap(([, cases]) => cases)
      .flatMap(({ headers }) => [...JSON.stringify(headers()).matchAll(/[0-9a-f]{64}|v1,[A-Za-z0-9+/=]{44}/g)])
      .map(([signature]) => signature);
    expect(signatures.length).toBeGreaterThan(200);
    const personal = ['billing@example.com', 'Example Team', 'Ünï', 'Example Street', 'credit_pack', 'Credits'];
    const told = [...secretsInAnyForm, ...signatures, ...personal].filter((text) => log.includes(text));
    expect(told).toEqual([]);
    expect(log.split('\n').filter((line) => line.length > 1000)).toEqual([]);
    expect(log.split('\n').filter((line) => line !== '' && !line.startsWith('{'))).toEqual([]);
  });
});
