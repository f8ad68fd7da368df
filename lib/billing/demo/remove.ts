import { asc, is, lte, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '@/db/client';
import * as schema from '@/db/schema';
import type { BillingContext } from '../context';
import type { Pass } from '../drain';

/**
 * Removes the demo teams whose day is over, with everything that is theirs: the one place where rows of the billing are
 * deleted, because none of them ever stood for money. A team at a time, each in one transaction. Returns how many went.
 */
export async function removeDemos(context: BillingContext, { isTimeLeft, limit }: Pass): Promise<number> {
  let removed = 0;
  while (removed < limit && isTimeLeft() && (await removeNext(context))) removed += 1;
  return removed;
}

function removeNext({ database, clock }: Pick<BillingContext, 'database' | 'clock'>): Promise<boolean> {
  const { teams } = schema;
  return database.transaction(async (tx) => {
    // Whoever writes something for a team holds a share of its row, so nothing comes in between.
    const [due] = await tx
      .select({ id: teams.id })
      .from(teams)
      .where(lte(teams.demoUntil, clock.now()))
      .orderBy(asc(teams.demoUntil))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return false;
    await removeVisitors(tx, due.id);
    for (const { table, isOf } of withoutTeam) await tx.execute(sql`delete from ${table} where ${isOf(due.id)}`);
    for (const { table, isOf } of owned) await tx.execute(sql`delete from ${table} where ${isOf(due.id)}`);
    await tx.execute(sql`delete from teams where id = ${due.id}`);
    return true;
  });
}

/** The users that the demo made; their sessions go with them. */
async function removeVisitors(tx: Transaction, teamId: string): Promise<void> {
  const { teamMembers } = schema;
  await tx.execute(sql`
    delete from users using ${teamMembers} as member
    where member.user_id = users.id and member.team_id = ${teamId} and users.is_anonymous
      and not exists (select from ${teamMembers} as other where other.user_id = users.id and other.team_id <> ${teamId})`);
}

interface Owned {
  table: PgTable;
  /** Whether a row belongs to the team. */
  isOf(teamId: string): SQL;
}

/** What belongs to a team by the ids of its provider or of its messages, which no foreign key says. */
const withoutTeam: Owned[] = [
  {
    table: schema.paymentReversals,
    isOf: (teamId) => sql`provider = 'sandbox' and provider_payment_id in (
      select provider_payment_id from ${schema.creditPurchases} where team_id = ${teamId} and provider = 'sandbox'
      union select period.provider_payment_id from ${schema.subscriptionBillingPeriods} as period
        join ${schema.subscriptions} as subscription on subscription.id = period.subscription_id
        where subscription.team_id = ${teamId} and period.provider = 'sandbox')`,
  },
  {
    table: schema.outgoingWebhookDeliveries,
    isOf: (teamId) => sql`message_id in (
      select id from ${schema.subscriptionOutbox} where team_id = ${teamId} or ${isAboutCase(teamId)})`,
  },
  // Told to the operators, so it is of no team.
  { table: schema.subscriptionOutbox, isOf: isAboutCase },
];

function isAboutCase(teamId: string): SQL {
  return sql`dedup_key in (select 'case_opened:' || id from ${schema.reconciliationCases} where team_id = ${teamId})`;
}

const owned = planOwned(Object.values(schema).flatMap((entry) => (is(entry, PgTable) ? [entry] : [])));

/**
 * Every table with a team in its rows, or with a reference to a row that has one, in an order in which nothing is
 * deleted that something still refers to. Read from the schema, so that a table of tomorrow is not forgotten.
 */
function planOwned(tables: PgTable[]): Owned[] {
  const found = new Map<PgTable, Owned>();
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const table of tables) {
      const isOf = found.has(table) ? null : ownership(table, found);
      if (isOf) found.set(table, { table, isOf });
    }
  }
  return sortedForDeletion([...found.values()]);
}

function ownership(table: PgTable, found: ReadonlyMap<PgTable, Owned>): Owned['isOf'] | null {
  const { columns, foreignKeys } = getTableConfig(table);
  if (columns.some(({ name }) => name === 'team_id')) return (teamId) => sql`team_id = ${teamId}`;
  for (const key of foreignKeys) {
    const { columns: own, foreignColumns, foreignTable } = key.reference();
    const parent = found.get(foreignTable);
    const [column, foreign] = [own[0], foreignColumns[0]];
    if (parent && column && foreign)
      return (teamId) =>
        sql`${sql.identifier(column.name)} in (
          select ${sql.identifier(foreign.name)} from ${foreignTable} where ${parent.isOf(teamId)})`;
  }
  return null;
}

function sortedForDeletion(tables: Owned[]): Owned[] {
  const refersTo = ({ table }: Owned, to: Owned) =>
    getTableConfig(table).foreignKeys.some((key) => key.reference().foreignTable === to.table);
  const sorted: Owned[] = [];
  for (let left = tables; left.length > 0; ) {
    const free = left.filter((each) => !left.some((other) => other !== each && refersTo(other, each)));
    if (free.length === 0) throw new Error('Tables refer to each other in a circle.');
    sorted.push(...free);
    left = left.filter((each) => !free.includes(each));
  }
  return sorted;
}
