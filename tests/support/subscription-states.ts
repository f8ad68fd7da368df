import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Queryable } from '@/db/client';
import { prepared } from '@/db/prepared';

/** How a team stands in the end, without its ids and without what may depend on the order of arrival. */
export interface SubscriptionState {
  subscription: string;
  periods: string[];
  ledger: string[];
  lots: string[];
  messages: string[];
  cases: string[];
}

/**
 * The different states in which the teams with this prefix are, each with the number of teams that are in it: of one
 * set of events there must be one.
 */
export async function readStates(
  database: Queryable,
  teamPrefix: string,
): Promise<{ teams: number; anyTeam: string; state: SubscriptionState }[]> {
  const found = await selectStates(database, { teams: `${teamPrefix.replaceAll('_', '\\_')}%` });
  return found.map(({ teams, any_team, state }) => ({
    teams: Number(teams),
    anyTeam: any_team,
    state: JSON.parse(state),
  }));
}

/** Nothing waits, is parked or is to be tried again, in the whole database. */
export async function expectAllSettled(database: Queryable): Promise<void> {
  expect(await selectUnsettled(database, {})).toEqual([]);
}

const selectUnsettled = prepared(sql`
    select provider, type, state, error_code, count(*) from billing_webhook_events
    where state in ('waiting', 'parked', 'retrying') group by 1, 2, 3, 4`);

// Prepared, because some ask for each of thousands of states.
const selectStates = prepared<{ teams: string; any_team: string; state: string }>(sql`
  select count(*) as teams, min(team_id) as any_team, state from (
    select t.id as team_id, json_build_object(
      'subscription', (
        select row(status, plan, quantity, revision, is_current, current_period_start, current_period_end,
          provider_period_start, provider_period_end, trial_end, snapshot_occurred_at, cancel_at_period_end, cancel_at,
          past_due_since, ended_at)::text
        from subscriptions s where s.team_id = t.id),
      'periods', (
        select coalesce(json_agg(row(p.kind, p.period_start, p.period_end, p.period_source, p.paid_amount_minor, p.currency,
          p.paid_at, p.plan, p.quantity, p.status, p.superseded_at, p.allowance_high)::text order by p.period_start), '[]')
        from subscription_billing_periods p join subscriptions s on s.id = p.subscription_id where s.team_id = t.id),
      'ledger', (
        select coalesce(json_agg(row(kind, delta, balance_after)::text order by sequence), '[]')
        from credit_ledger_entries e where e.team_id = t.id),
      'lots', (
        select coalesce(json_agg(row(g.amount, g.remaining, g.held)::text order by g.created_at), '[]')
        from credit_grants g where g.team_id = t.id),
      'messages', (
        select coalesce(json_agg(event_type order by event_type), '[]') from subscription_outbox o
        where o.team_id = t.id and state <> 'superseded'),
      'cases', (
        select coalesce(json_agg(kind order by kind), '[]') from reconciliation_cases c
        where c.team_id = t.id and state = 'open')
    )::text as state
    from teams t where t.id like ${sql.placeholder('teams')}
  ) as one group by state order by count(*) desc`);
