import { afterEach, describe, expect, it } from 'vitest';
import { type Page, type ProviderReader, pagesOf, type Window } from '@/lib/billing/providers/reader';
import { findProvider } from '@/lib/billing/providers/registry';
import { ProviderApiError } from '@/lib/billing/providers/request';
import { type Api, type ApiProvider, apiProviders, startApiOf } from '@/tests/support/apis';
import { apiKey } from '@/tests/support/apis/server';
import { type Thing, thingOf } from '@/tests/support/apis/world';
import { ownFixture } from '@/tests/support/bursts';
import { requireProvider } from '@/tests/support/installed';

/** A payload of each provider whose object is listed, the list, and where its object's own values stand. */
const cases: Record<ApiProvider, { fixture: string; list: string; path: string; status: string; later: string }> = {
  stripe: {
    ...{ fixture: 'customer.subscription.updated.renewed', list: 'subscriptions', path: '/v1/subscriptions' },
    ...{ status: 'data.object.status', later: 'past_due' },
  },
  lemonsqueezy: {
    ...{ fixture: 'subscription_updated.renewed', list: 'subscriptions', path: '/v1/subscriptions' },
    ...{ status: 'data.attributes.status', later: 'past_due' },
  },
  polar: {
    ...{ fixture: 'subscription.updated.cycled', list: 'subscriptions', path: '/v1/subscriptions' },
    ...{ status: 'data.status', later: 'past_due' },
  },
  paddle: {
    ...{ fixture: 'subscription.updated.renewed', list: 'subscriptions', path: '/subscriptions' },
    ...{ status: 'data.status', later: 'past_due' },
  },
};

const window: Window = { since: new Date('2026-09-01T00:00:00Z'), until: new Date('2026-10-05T00:00:00Z') };
const now = () => new Date('2026-10-05T00:00:00Z');
const open: Api[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((api) => api.close()));
});

async function start(provider: ApiProvider, things: number, key = apiKey) {
  requireProvider(provider);
  const api = await startApiOf(provider);
  open.push(api);
  const { fixture, status } = cases[provider];
  const body = (n: number, value = 'active') =>
    ownFixture(
      provider,
      fixture,
      { scope: String(n), checkoutId: `chk_${n}`, teamId: `team_${n}` },
      { [status]: value },
    );
  for (let n = 1; n <= things; n += 1) api.show(body(n));
  const waits: number[] = [];
  const reader = findProvider(provider)?.read?.({
    ...{ apiKey: key, apiUrl: api.url, account: null, environment: 'test', now },
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
  });
  if (!reader) throw new Error('There is a reader for each of these.');
  return { api, reader, waits, body };
}

async function readAll(reader: ProviderReader, list: string): Promise<Page[]> {
  const pages: Page[] = [];
  for await (const page of pagesOf(reader, { list, window, cursor: null })) pages.push(page);
  return pages;
}

/** Ids and states of what was told, in any order. */
function told(pages: readonly Page[]): string[] {
  return pages.flatMap((page) => page.told.map(({ body }) => idOf(body))).sort();
}

function idOf(body: Thing): string {
  const data = thingOf(body.data);
  const object = data.object ? thingOf(data.object) : data;
  const { status } = object.attributes ? thingOf(object.attributes) : object;
  return `${object.id} ${status}`;
}

describe.each(apiProviders)('%s', (provider) => {
  const { list, path, later } = cases[provider];

  it('is read page by page, each thing once', async () => {
    const { api, reader } = await start(provider, 8);
    const pages = await readAll(reader, list);
    expect(pages.map((page) => page.told.length)).toEqual([3, 3, 2]);
    expect(new Set(told(pages)).size).toBe(8);
    expect(api.requests).toHaveLength(3);
  });

  it('is read on from where a reader stopped', async () => {
    const { reader } = await start(provider, 8);
    const [first] = await readAll(reader, list);
    const rest: Page[] = [];
    for await (const page of pagesOf(reader, { list, window, cursor: first?.next ?? null })) rest.push(page);
    expect(told([...(first ? [first] : []), ...rest])).toEqual(told(await readAll(reader, list)));
    expect(rest).toHaveLength(2);
  });

  it('that asks to slow down is asked again when it says', async () => {
    const { api, reader, waits } = await start(provider, 4);
    api.failOnce({ path, status: 429, headers: { 'retry-after': '7' } });
    expect(told(await readAll(reader, list))).toHaveLength(4);
    expect(waits).toEqual([7000]);
  });

  it('that fails in the middle is asked for the same page again', async () => {
    const { api, reader, waits } = await start(provider, 7);
    api.failOnce({ path, status: 500, skip: 1 });
    api.failOnce({ path, status: 503, skip: 1 });
    expect(new Set(told(await readAll(reader, list))).size).toBe(7);
    expect(waits).toHaveLength(2);
    expect(Math.max(...waits)).toBeLessThanOrEqual(1000);
  });

  it('that fails for good is given up after five attempts, with one sentence', async () => {
    const { api, reader, waits } = await start(provider, 1);
    for (let n = 0; n < 5; n += 1) api.failOnce({ path, status: 500 });
    const error = await readAll(reader, list).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderApiError);
    expect(error).toMatchObject({ code: 'provider_unavailable', message: `${provider} could not answer (500).` });
    expect(waits).toHaveLength(4);
  });

  it('that changes while it is read loses nothing', async () => {
    const { api, reader, body } = await start(provider, 7);
    api.afterAnswer(path, () => {
      api.show(body(2, later));
      api.show(body(20));
    });
    const ids = new Set(told(await readAll(reader, list)).map((text) => text.split(' ')[0]));
    const before = api.world.all(kindOf(provider)).slice(0, 7);
    expect([...ids]).toEqual(expect.arrayContaining(before.map(({ id }) => id)));
  });

  it('that refuses the key says so without naming it', async () => {
    const { reader, waits } = await start(provider, 1, 'sk_test_a_wrong_key');
    const error = await readAll(reader, list).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'provider_key_refused', provider });
    expect(String(error)).not.toContain('wrong_key');
    expect(String(error)).not.toContain('secret');
    expect(waits).toEqual([]);
  });

  it('that answers something else is not taken for an empty list', async () => {
    const { api, reader } = await start(provider, 1);
    api.failOnce({ path, status: 200, body: { hello: 'world' } });
    await expect(readAll(reader, list)).rejects.toThrow();
  });

  it('tells how one subscription stands', async () => {
    const { api, reader } = await start(provider, 3);
    const [thing] = api.world.all(kindOf(provider));
    const providerSubscriptionId = String(thing?.id);
    const { told: answers = [] } = await reader.lookUp({ kind: 'subscription', providerSubscriptionId });
    expect(answers.map(idOf)).toEqual([`${providerSubscriptionId} active`]);
  });

  it('says clearly when a thing is not there', async () => {
    const { reader } = await start(provider, 1);
    const question = { kind: 'subscription', providerSubscriptionId: 'no_such_thing' } as const;
    await expect(reader.lookUp(question)).rejects.toMatchObject({ code: 'provider_refused' });
  });
});

function kindOf(provider: ApiProvider): string {
  return provider === 'lemonsqueezy' ? 'subscriptions' : 'subscription';
}
