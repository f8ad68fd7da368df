import { describe, expect, it } from 'vitest';
import { decideIdentity } from '@/lib/billing/customers/resolve';
import type { Buyer } from '@/lib/billing/events';

const nobody: Buyer = {
  checkoutId: null,
  providerCheckoutId: null,
  providerCustomerId: null,
  providerSubscriptionId: null,
  claimedTeamId: null,
};

const intent = (id: string, teamId: string, providerCheckoutId: string | null = null) => ({
  id,
  teamId,
  providerCheckoutId,
  url: null,
  expiresAt: null,
  openingUntil: null,
  userId: null,
  provider: 'stripe',
  item: 'pack_1000',
  quantity: 1,
  expectedAmountMinor: 4900,
  currency: 'USD',
  state: 'open' as const,
  createdAt: new Date(0),
  updatedAt: new Date(0),
});

const named = { ...nobody, checkoutId: 'chk_a' };

describe('who a payment is for', () => {
  it.each([
    ['our checkout, named in the metadata', named, [intent('chk_a', 'team_a')], [], 'team_a'],
    [
      'our checkout, by its hosted page',
      { ...nobody, providerCheckoutId: 'cs_1' },
      [intent('chk_a', 'team_a', 'cs_1')],
      [],
      'team_a',
    ],
    [
      'both ways the same team',
      { ...named, providerCheckoutId: 'cs_1' },
      [intent('chk_a', 'team_a'), intent('chk_b', 'team_a', 'cs_1')],
      [],
      'team_a',
    ],
    ['our checkout before a known customer', named, [intent('chk_a', 'team_a')], ['team_b'], 'team_a'],
    [
      'our checkout before what the buyer says',
      { ...named, claimedTeamId: 'team_b' },
      [intent('chk_a', 'team_a')],
      [],
      'team_a',
    ],
    ['a known customer', nobody, [], ['team_a'], 'team_a'],
    ['a known customer who says the same', { ...nobody, claimedTeamId: 'team_a' }, [], ['team_a'], 'team_a'],
  ])('%s decides', (_, buyer, intents, customerTeams, teamId) => {
    expect(decideIdentity('stripe', buyer, { intents, subscriptionTeam: null, customerTeams })).toMatchObject({
      kind: 'known',
      teamId,
    });
  });

  it.each([
    [
      'two checkouts of two teams',
      { ...named, providerCheckoutId: 'cs_1' },
      [intent('chk_a', 'team_a'), intent('chk_b', 'team_b', 'cs_1')],
      [],
    ],
    ['a known customer against what the buyer says', { ...nobody, claimedTeamId: 'team_b' }, [], ['team_a']],
  ])('%s is a mismatch', (_, buyer, intents, customerTeams) => {
    expect(decideIdentity('stripe', buyer, { intents, subscriptionTeam: null, customerTeams }).kind).toBe('mismatch');
  });

  it.each([
    ['nothing', nobody, [], []],
    ["the buyer's own word", { ...nobody, claimedTeamId: 'team_a' }, [], []],
    [
      'a customer of two teams',
      { ...nobody, providerCustomerId: 'cus_1' },
      ['team_a', 'team_b'],
      ['customer:stripe:cus_1'],
    ],
    ['a checkout that is not there', named, [], ['checkout:chk_a']],
  ])('%s leaves it unknown, and says what would tell', (_, buyer, customerTeams, waitingFor) => {
    expect(decideIdentity('stripe', buyer, { intents: [], subscriptionTeam: null, customerTeams })).toEqual({
      kind: 'unknown',
      waitingFor,
    });
  });
});

describe('what an operator says', () => {
  const assigned = { intents: [], subscriptionTeam: null, customerTeams: [], assignedTeamId: 'team_o' };

  it.each([
    ['where nothing is known', nobody, {}],
    ['where one customer has paid for two teams', nobody, { customerTeams: ['team_a', 'team_b'] }],
    ['against a known customer', nobody, { customerTeams: ['team_a'] }],
    ["against the buyer's own word", { ...nobody, claimedTeamId: 'team_b' }, { customerTeams: ['team_a'] }],
    ['beside a checkout of the same team', named, { intents: [intent('chk_a', 'team_o')] }],
    ['beside a subscription of the same team', nobody, { subscriptionTeam: 'team_o' }],
  ])('decides %s', (_, buyer, evidence) => {
    expect(decideIdentity('stripe', buyer, { ...assigned, ...evidence })).toMatchObject({
      ...{ kind: 'known', teamId: 'team_o' },
    });
  });

  it.each([
    ['a checkout of ours', named, { intents: [intent('chk_a', 'team_a')] }],
    ['a known subscription', nobody, { subscriptionTeam: 'team_a' }],
  ])('never moves %s to another team', (_, buyer, evidence) => {
    expect(decideIdentity('stripe', buyer, { ...assigned, ...evidence })).toEqual({
      ...{ kind: 'mismatch', known: 'team_a', told: 'team_o' },
    });
  });
});
