import { sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { prepared } from '@/db/prepared';
import { billingCheckouts, billingCustomers, teamMembers, teams } from '@/db/schema';
import type { Account } from './of-team';

/** Who wants to see what a provider has of a team. */
export interface Asker {
  teamId: string;
  userId: string | null;
}

/**
 * Whether somebody may be shown all that a customer paid for, as a provider's page for the customer does. Where buyers are
 * told apart by the address that they type, two teams can have one customer, and nobody proved that the address is theirs:
 * https://developer.paddle.com/build/customers/create-update-customers. So of each other team that the customer paid for
 * the asker manages the billing as well; or bought for it, before it was deleted.
 */
export async function maySeeCustomer(
  on: Queryable,
  { provider, providerCustomerId }: Pick<Account, 'provider' | 'providerCustomerId'>,
  { teamId, userId }: Asker,
): Promise<boolean> {
  const strangers = await selectStrangers(on, { provider, providerCustomerId, teamId, userId: userId ?? '' });
  return strangers.length === 0;
}

const value = sql.placeholder;

const selectStrangers = prepared<{ team_id: string }>(sql`
    select c.team_id from ${billingCustomers} c join ${teams} t on t.id = c.team_id
    where c.provider = ${value('provider')} and c.provider_customer_id = ${value('providerCustomerId')}
      and c.team_id <> ${value('teamId')}
      and not exists (
        select from ${teamMembers} m
        where m.team_id = c.team_id and m.user_id = ${value('userId')} and m.role in ('owner', 'billing'))
      and (t.deleted_at is null or not exists (
        select from ${billingCheckouts} k where k.team_id = c.team_id and k.user_id = ${value('userId')}))
    limit 1`);
