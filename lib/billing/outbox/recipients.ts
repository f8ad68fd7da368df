import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { teamMembers, users } from '@/db/schema';
import type { Mailer } from '../../email';
import type { BillingContext } from '../context';

/**
 * A team's owners and billing contacts, for messages of no team the operators: those with an address, each once. Nobody
 * reads what a visitor without an account has in its place.
 */
export async function findRecipients(
  context: Pick<BillingContext, 'database' | 'settings'>,
  { teamId, fallback }: { teamId: string | null; fallback: Mailer['fallbackRecipient'] },
): Promise<string[]> {
  const found = teamId === null ? await findOperators(context) : await findContacts(context, teamId);
  const recipients = [...new Set(found)];
  return recipients.length === 0 && fallback !== undefined ? [fallback] : recipients;
}

/** Whether a team is of a visitor who has no account to write to. */
export async function isOfDemo(
  { database }: Pick<BillingContext, 'database'>,
  teamId: string | null,
): Promise<boolean> {
  if (teamId === null) return false;
  const [visitor] = await database
    .select({ id: users.id })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(and(eq(teamMembers.teamId, teamId), eq(users.isAnonymous, true)))
    .limit(1);
  return visitor !== undefined;
}

async function findOperators({ database, settings }: Pick<BillingContext, 'database' | 'settings'>): Promise<string[]> {
  if (settings.operatorEmail !== null) return [settings.operatorEmail];
  const rows = await database
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.isOperator, true), hasAddress))
    .orderBy(asc(users.id));
  return rows.flatMap(({ email }) => email ?? []);
}

async function findContacts({ database }: Pick<BillingContext, 'database'>, teamId: string): Promise<string[]> {
  const rows = await database
    .select({ email: users.email })
    .from(teamMembers)
    .innerJoin(users, eq(users.id, teamMembers.userId))
    .where(and(eq(teamMembers.teamId, teamId), inArray(teamMembers.role, ['owner', 'billing']), hasAddress))
    .orderBy(asc(users.id));
  return rows.flatMap(({ email }) => email ?? []);
}

const hasAddress = and(isNotNull(users.email), eq(users.isAnonymous, false));
