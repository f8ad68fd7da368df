import { createHash } from 'node:crypto';
import { and, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { credits, reconciliationCases, subscriptions, teams } from '@/db/schema';
import { type Mail, type Mailer, renderMail } from '../../email';
import type { BillingContext } from '../context';
import { providerNames } from '../events';
import { findPeriodByKey } from '../subscriptions/periods';
import { contentOf } from './content';
import { isMessageType, isOptional, isSecretType } from './messages';
import type { ClaimedMessage, OutboxMessage } from './outbox';
import { isWanted } from './preferences';
import { findRecipients, isOfDemo } from './recipients';
import { expiryOf, openSecret } from './secrets';

export type Prepared =
  | { kind: 'mail'; mail: Mail }
  /** What it says is not so any more, or its team does not want to hear it. */
  | { kind: 'superseded'; code: string }
  | { kind: 'undeliverable'; code: string };

/** Nobody is helped by a receipt of last month: what waited for longer without a single try is for a person. */
const staleAfterMs = 7 * 86_400_000;

/** A message as it is to be sent now. Throws when it cannot be written. */
export async function prepare(
  context: BillingContext,
  mailer: Mailer,
  { message, isFirstTry }: ClaimedMessage,
): Promise<Prepared> {
  if (isSecretType(message.eventType)) return prepareSecret(context, message);
  const outdated = await findOutdated(context, message);
  if (outdated !== null) return { kind: 'superseded', code: outdated };
  if (isFirstTry && context.clock.now().getTime() - message.createdAt.getTime() > staleAfterMs)
    return { kind: 'undeliverable', code: 'too_old' };
  const { teamId } = message;
  const to = await findRecipients(context, { teamId, fallback: mailer.fallbackRecipient });
  if (to.length === 0 && (await isOfDemo(context, teamId))) return { kind: 'superseded', code: 'demo_team' };
  if (to.length === 0) return { kind: 'undeliverable', code: 'no_recipient' };
  return { kind: 'mail', mail: { to, ...(await write(context, message)), idempotencyKey: keyOf(message) } };
}

/** A link that has expired helps nobody. */
async function prepareSecret(context: BillingContext, message: OutboxMessage): Promise<Prepared> {
  if (expiryOf(message) <= context.clock.now()) return { kind: 'superseded', code: 'link_expired' };
  const secret = openSecret(context, message);
  if (secret === null) return { kind: 'undeliverable', code: 'emptied' };
  const { productName, appUrl } = context.settings;
  const mail = await renderMail(secret.content, { productName, appUrl });
  return { kind: 'mail', mail: { to: [secret.to], ...mail, idempotencyKey: keyOf(message) } };
}

/** A message as a mail. Throws when its payload is not what its type promises. */
export async function write(context: Pick<BillingContext, 'database' | 'settings'>, message: OutboxMessage) {
  const { productName, appUrl, catalog } = context.settings;
  const teamName = message.teamId === null ? '' : await findTeamName(context, message.teamId);
  return renderMail(contentOf(message, { teamName, catalog }), { productName, appUrl });
}

/** The message's own key, where a header can carry it. */
function keyOf({ dedupKey }: Pick<OutboxMessage, 'dedupKey'>): string {
  return /^[\x21-\x7e]{1,256}$/.test(dedupKey) ? dedupKey : createHash('sha256').update(dedupKey).digest('hex');
}

async function findOutdated(context: BillingContext, message: OutboxMessage): Promise<string | null> {
  const { eventType, payload, teamId } = message;
  if (!isMessageType(eventType)) return null;
  if (teamId !== null && (await isDeleted(context, teamId))) return 'team_deleted';
  if (teamId !== null && isOptional(eventType, payload) && !(await isWanted(context.database, teamId, eventType)))
    return 'not_wanted';
  switch (eventType) {
    case 'payment_failed':
    case 'action_needed':
    case 'payment_retry_failed':
    case 'card_needed':
    case 'access_restricted':
      return (await isPaid(context, payload)) ? 'paid' : null;
    case 'subscription_ended':
      return (await hasBegun(context, message)) ? null : 'never_began';
    case 'credits_low':
      return (await isLow(context, message)) ? null : 'not_low';
    case 'case_opened':
      return findCaseOutdated(context, payload);
    default:
      return null;
  }
}

/** Nobody is in it any more. */
async function isDeleted({ database }: BillingContext, teamId: string): Promise<boolean> {
  const rows = await database
    .select({ id: teams.id })
    .from(teams)
    .where(and(eq(teams.id, teamId), isNotNull(teams.deletedAt)));
  return rows.length > 0;
}

const invoice = z.object({ provider: z.enum(providerNames), renewalKey: z.string() });

async function isPaid({ database }: BillingContext, payload: OutboxMessage['payload']): Promise<boolean> {
  const parsed = invoice.safeParse(payload);
  return parsed.success && (await findPeriodByKey(database, parsed.data.provider, parsed.data.renewalKey)) !== null;
}

/** A subscription whose first payment was never made ends without having been one. */
async function hasBegun({ database }: BillingContext, { subscriptionId }: OutboxMessage): Promise<boolean> {
  if (subscriptionId === null) return true;
  const { currentPeriodEnd, trialEnd, id } = subscriptions;
  const [row] = await database.select({ currentPeriodEnd, trialEnd }).from(subscriptions).where(eq(id, subscriptionId));
  return row !== undefined && (row.currentPeriodEnd !== null || row.trialEnd !== null);
}

async function isLow({ database }: BillingContext, { teamId, payload }: OutboxMessage): Promise<boolean> {
  if (teamId === null) return false;
  const [row] = await database.select({ balance: credits.balance }).from(credits).where(eq(credits.teamId, teamId));
  const { lowAt } = z.object({ lowAt: z.number() }).parse(payload);
  return (row?.balance ?? 0) < lowAt;
}

/** What visitors of a public demo do to their sandbox payments is for no operator to mend. */
async function findCaseOutdated(
  { database }: BillingContext,
  payload: OutboxMessage['payload'],
): Promise<'case_closed' | 'demo_team' | null> {
  const { caseId } = z.object({ caseId: z.string() }).parse(payload);
  const { state, id, teamId } = reconciliationCases;
  const [row] = await database
    .select({ state, demoUntil: teams.demoUntil })
    .from(reconciliationCases)
    .leftJoin(teams, eq(teams.id, teamId))
    .where(eq(id, caseId));
  if (row?.state !== 'open') return 'case_closed';
  return row.demoUntil === null ? null : 'demo_team';
}

async function findTeamName({ database }: Pick<BillingContext, 'database'>, teamId: string): Promise<string> {
  const [row] = await database.select({ name: teams.name }).from(teams).where(eq(teams.id, teamId));
  return row?.name ?? 'your team';
}
