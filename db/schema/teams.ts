import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { time } from './columns';
import { users } from './users';

export const roles = ['owner', 'billing', 'member'] as const;

/** Who buys and owns credits. A deleted team keeps its row: what it paid for must stay accountable. */
export const teams = pgTable(
  'teams',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    slug: text().unique(),
    logo: text(),
    metadata: text(),
    /** A visitor's team: it and all that is its own are deleted after this time. Null: it is for keeps. */
    demoUntil: time('demo_until'),
    deletedAt: time('deleted_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [index('teams_demo_until').on(table.demoUntil).where(sql`demo_until is not null`)],
);

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
    role: text({ enum: roles }).notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [unique('team_members_team_user').on(table.teamId, table.userId), index().on(table.userId)],
);

export const invitationStatuses = ['pending', 'accepted', 'rejected', 'canceled'] as const;

export const teamInvitations = pgTable(
  'team_invitations',
  {
    id: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    role: text({ enum: roles }).notNull(),
    status: text({ enum: invitationStatuses }).notNull().default('pending'),
    inviterId: text('inviter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: time('expires_at').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('team_invitations_email').on(table.email),
    uniqueIndex('team_invitations_pending').on(table.teamId, table.email).where(sql`status = 'pending'`),
    check('team_invitations_status_known', sql`status in ('pending', 'accepted', 'rejected', 'canceled')`),
  ],
);
