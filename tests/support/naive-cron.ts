import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';

/** What a cron job without operations does with a subscription that is due. */
export interface NaiveLoop {
  /** Charges what is due and marks it as charged; dies behind the charge where it is told to. */
  run(options: { diesBehindCharge: boolean }): Promise<void>;
  /** Marks it first and charges then; dies between the two where it is told to. */
  runMarkingFirst(options: { diesBehindMark: boolean }): Promise<void>;
}

/**
 * The loop that renewals are often begun with: charge, then move the date on. It has no operation, so a crash between the
 * two leaves either a charge without its mark, which is made again, or a mark without its charge, which is lost.
 */
export async function createNaiveLoop(database: Database, charge: (cycle: number) => void): Promise<NaiveLoop> {
  await database.execute(
    sql`create table naive_subscriptions (id int primary key, next_cycle int not null, due boolean not null)`,
  );
  await database.execute(sql`insert into naive_subscriptions values (1, 1, true)`);
  const dueCycle = async () => {
    const [row] = await database.execute<{ next_cycle: number }>(
      sql`select next_cycle from naive_subscriptions where due and id = 1`,
    );
    return row?.next_cycle;
  };
  const mark = () =>
    database.execute(sql`update naive_subscriptions set next_cycle = next_cycle + 1, due = false where id = 1`);
  return {
    run: async ({ diesBehindCharge }) => {
      const cycle = await dueCycle();
      if (cycle === undefined) return;
      charge(cycle);
      if (!diesBehindCharge) await mark();
    },
    runMarkingFirst: async ({ diesBehindMark }) => {
      const cycle = await dueCycle();
      if (cycle === undefined) return;
      await mark();
      if (!diesBehindMark) charge(cycle);
    },
  };
}
