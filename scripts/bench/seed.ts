import type { Database } from '@/db/client';
import { billingCheckouts, teams } from '@/db/schema';
import { checkoutIdOf } from './deliveries';

export const hotTeamId = 'team_hot';
export const hotCustomerId = 'cus_hot';
export const teamIdOf = (series: string, index: number) => `team_${series}_${index}`;

export async function seedHotTeam(database: Database): Promise<void> {
  await database.insert(teams).values({ id: hotTeamId, name: 'Hot' });
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
