import type { ProviderName } from '@/lib/billing/events';
import { type Checkouts, type HostileCase, payment, signedCase } from './case';

/** Where each provider's payment has what decides: paths into its body. */
interface Fields {
  /** What the payment is counted by, and what it cannot do without. */
  ids: string[];
  /** What our checkout wrote into the provider's metadata. */
  metadata: string;
  type: string;
  amounts: string[];
  currency: string;
  times: string[];
  environment: string[];
}

const fields: Record<ProviderName, Fields> = {
  stripe: {
    ids: ['id', 'data.object.id'],
    metadata: 'data.object.metadata',
    type: 'type',
    amounts: ['data.object.amount_total', 'data.object.amount_subtotal'],
    currency: 'data.object.currency',
    times: ['created'],
    environment: ['livemode'],
  },
  lemonsqueezy: {
    ids: ['data.id'],
    metadata: 'meta.custom_data',
    type: 'meta.event_name',
    amounts: ['data.attributes.total', 'data.attributes.subtotal'],
    currency: 'data.attributes.currency',
    times: ['data.attributes.created_at'],
    environment: [],
  },
  polar: {
    ids: ['data.id', 'data.product_id'],
    metadata: 'data.metadata',
    type: 'type',
    amounts: ['data.total_amount', 'data.net_amount'],
    currency: 'data.currency',
    times: ['timestamp'],
    environment: [],
  },
  paddle: {
    ids: ['event_id', 'data.id'],
    metadata: 'data.custom_data',
    type: 'event_type',
    amounts: ['data.details.totals.total', 'data.details.totals.tax'],
    currency: 'data.currency_code',
    times: ['occurred_at'],
    environment: [],
  },
  sandbox: {
    ids: ['data.session_id'],
    metadata: 'data',
    type: 'type',
    amounts: ['data.amount_minor', 'data.subtotal_minor'],
    currency: 'data.currency',
    times: ['created_at'],
    environment: ['environment'],
  },
};

const long = 'x'.repeat(5000);

const noIds: [string, unknown][] = [
  ['missing', undefined],
  ['null', null],
  ['empty', ''],
  ['an array', ['x']],
  ['an object', { toString: 'x' }],
  ['true', true],
  ['a fraction', 0.5],
  ['1e300', 1e300],
  ['5 kB long', long],
  ['NUL', '\0'],
];
const strangeIds: [string, unknown][] = [
  ['NUL inside', 'a\0b'],
  ['a lone surrogate', 'a\ud800b'],
  ['a name of every object', '__proto__'],
  ['SQL', `'; drop table credits; --`],
];
const noAmounts: [string, unknown][] = [
  ['missing', undefined],
  ['null', null],
  ['below zero', -4900],
  ['text below zero', '-4900'],
  ['a fraction', 0.5],
  ['text with a fraction', '49.00'],
  ['1e300', 1e300],
  ['text beyond 64 bits', '99999999999999999999'],
  ['words', 'four thousand'],
  ['an array', [4900]],
  ['an object', {}],
];
const noCurrencies: [string, unknown][] = [
  ['missing', undefined],
  ['null', null],
  ['two letters', 'US'],
  ['four letters', 'USDT'],
  ['NUL inside', 'US\0'],
  ['other letters', 'ÜSD'],
  ['an array', ['USD']],
];
const noTimes: [string, unknown][] = [
  ['null', null],
  ['the year 99999', '99999-01-01T00:00:00Z'],
  ['seconds after the year 9999', 253_402_300_800],
  ['before 1970', -1],
  ['a day that no month has', '2026-02-30T00:00:00Z'],
  ['words', 'yesterday'],
  ['an object', {}],
];

/** Correctly signed payments with one field that cannot be what it should be. */
export function hostileFields(checkouts: Checkouts, provider: ProviderName): HostileCase[] {
  const { ids, type, amounts, currency, times, environment } = fields[provider];
  const change = (path: string, values: [string, unknown][], answers: readonly string[]) =>
    values.map(([name, value]) =>
      signedCase(provider, {
        name: `${path}: ${name}`,
        answers,
        ...payment(checkouts, provider, { [path]: value }),
      }),
    );
  // An id of ours in other characters is still one, and where it is cleaned the payment is good.
  const kept = ['200 parked', '200 applied', '200 ignored'];
  return [
    ...ids.flatMap((path) => [...change(path, noIds, ['200 parked']), ...change(path, strangeIds, kept)]),
    ...change(type, noIds, ['200 parked', '200 ignored']),
    ...change(type, strangeIds, ['200 ignored']),
    ...amounts.flatMap((path) => change(path, noAmounts, ['200 parked', '200 waiting'])),
    ...change(currency, noCurrencies, ['200 parked']),
    ...times.flatMap((path) => change(path, noTimes, ['200 parked'])),
    ...environment.flatMap((path) =>
      change(
        path,
        [
          ['missing', undefined],
          ['null', null],
          ['1', 1],
          ['text', 'production'],
        ],
        ['200 parked'],
      ),
    ),
    ...hostileMetadata(checkouts, provider),
  ];
}

/** Without a checkout of ours nobody is known; with one, nothing else in the metadata matters. */
function hostileMetadata(checkouts: Checkouts, provider: ProviderName): HostileCase[] {
  const { metadata } = fields[provider];
  const path = `${metadata}.checkout_id`;
  const unknown = [...noIds, ...strangeIds].map(([name, value]) =>
    signedCase(provider, {
      name: `${path}: ${name}`,
      answers: ['200 waiting'],
      ...payment(checkouts, provider, { [path]: value }),
    }),
  );
  const beside = [...noIds, ...strangeIds, ['of another team', 'team_hostile_1'] as const].map(([name, value]) =>
    signedCase(provider, {
      name: `${metadata}.team_id: ${name}`,
      answers: ['200 applied'],
      ...payment(checkouts, provider, { [`${metadata}.team_id`]: value }),
    }),
  );
  return [...unknown, ...beside];
}
