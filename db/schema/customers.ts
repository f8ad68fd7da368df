import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from './columns';
import { teams } from './teams';

/** Which teams a provider's customer has paid for. It answers "who" only where that is exactly one team. */
export const billingCustomers = pgTable(
  'billing_customers',
  {
    provider: text().notNull(),
    providerCustomerId: text('provider_customer_id').notNull(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id),
    /** The provider no longer knows it: it still says whom its payments were for, and nothing new is opened for it. */
    diedAt: time('died_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.providerCustomerId, table.teamId] }),
    index('billing_customers_team').on(table.teamId),
  ],
);
