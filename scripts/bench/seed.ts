import type { Database } from '@/db/client';
import { billingCheckouts, teams } from '@/db/schema';
import { grantLot } from '@/lib/billing/credits/ledger';
import { systemClock } from '@/lib/clock';
import { checkoutIdOf } from './deliveries';

export const hotTeamId = 'team_hot';
export const spendingTeamId = 'team_spending';
export const spendingCredits = 1_000_000_000;
export const hotCustomerId = 'cus_hot';
export const teamIdOf = (series: string, index: number) => `team_${series}_${index}`;

/** One team that many purchases are for, and one that many spends are of: with a single lot, as most teams have few. */
export async function seedHotTeams(database: Database): Promise<void> {
  await database.insert(teams).values([
    { id: hotTeamId, name: 'Hot' },
    { id: spendingTeamId, name: 'Spending' },
  ]);
  const lot = { credits: spendingCredits, sourceType: 'demo', sourceKey: spendingTeamId, expiresAt: null } as const;
  const cause = { teamId: spendingTeamId, idempotencyKey: 'bench', kind: 'grant', reason: 'Bench', ref: null } as const;
  await database.transaction((tx) => grantLot(tx, lot, { ...cause, actor: 'bench', at: systemClock.now() }));
}

/** The checkout intents that a series pays, each of a team of its own or all of one. */
export async function seedSeries(
  database: Database,
  { series, count, teamId }: { series: string; count: number; teamId: string | null },
): Promise<void> {
  const indices = Array.from({ length: count }, (_, index) => index);
  const own = indices.map((index) => ({ id: teamIdOf(series, index), name: 'Bench' }));
  if (teamId === null) await database.insert(teams).values(own);
  await database.insert(billingCheckouts).values(
    indices.map((index) => ({
      id: checkoutIdOf(series, index),
      teamId: teamId ?? teamIdOf(series, index),
      provider: 'stripe',
      item: 'pack_1000',
      expectedAmountMinor: 4900,
      currency: 'USD',
    })),
  );
}
