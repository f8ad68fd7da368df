import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';

/** A line that nobody crosses before everybody stands at it. */
export interface Barrier {
  /** Waits for the others. */
  arrive(): Promise<void>;
  /** For those that only watch. */
  opened: Promise<void>;
}

export function createBarrier(parties: number): Barrier {
  let missing = parties;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    opened,
    arrive() {
      missing -= 1;
      if (missing <= 0) open();
      return opened;
    },
  };
}

/** Opens that many connections of a pool, so that a race is not about who connects first. */
export async function openAll(database: Database, connections: number): Promise<void> {
  const { arrive } = createBarrier(connections);
  const open = () =>
    database.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await arrive();
    });
  await Promise.all(Array.from({ length: connections }, open));
}

/** Starts `parties` pieces of work at once and waits for all of them. */
export function together<T>(parties: number, work: (index: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: parties }, (_, index) => work(index)));
}
