import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { time, whole } from './columns';
import { teams } from './teams';

/** What the lab did to a sandbox payment: what it sent, how that was answered, and what moved. */
export const sandboxRuns = pgTable(
  'sandbox_runs',
  {
    id: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    purchaseId: text('purchase_id').notNull(),
    action: text().notNull(),
    deliveries: jsonb().$type<SandboxDelivery[]>().notNull(),
    /** The ledger entries that appeared meanwhile, in their order. */
    entryIds: jsonb('entry_ids').$type<string[]>().notNull(),
    balanceBefore: whole('balance_before').notNull(),
    balanceAfter: whole('balance_after').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [index('sandbox_runs_team').on(table.teamId, table.createdAt)],
);

/** One delivery of a run and its answer. */
export interface SandboxDelivery {
  label: string;
  eventId: string;
  /** 0 when no answer came. */
  httpStatus: number;
  status: string;
  durationMs: number;
}
