import { boolean, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { time } from './columns';

export const teams = pgTable('teams', {
  id: text().primaryKey(),
  name: text().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
});

export const users = pgTable('users', {
  id: text().primaryKey(),
  name: text().notNull(),
  /** Where messages go; null for a visitor without an account. */
  email: text(),
  isAnonymous: boolean('is_anonymous').notNull().default(false),
  /** May see every team's billing and mend it. */
  isOperator: boolean('is_operator').notNull().default(false),
  createdAt: time('created_at').notNull().defaultNow(),
});

export const teamMembers = pgTable(
  'team_members',
  {
    id: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ['owner', 'billing', 'member'] }).notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [unique('team_members_team_user').on(table.teamId, table.userId), index().on(table.userId)],
);
