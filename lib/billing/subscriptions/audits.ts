import { and, asc, eq, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Queryable, Transaction } from '@/db/client';
import { subscriptionTransitionAudits as audits, subscriptionTransitionAudits } from '@/db/schema';
import type { Instant, ProviderName } from '../events';
import type { Applying } from '../webhooks/outcome';

export type Audit = typeof audits.$inferSelect;
export type TransitionType = Audit['eventType'];

/** What became of a subscription, told by a provider's event. */
export interface Transition {
  subscriptionId: string;
  eventType: TransitionType;
  occurredAt: Instant;
  billingPeriodId?: string | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  details?: Record<string, unknown> | null;
}

/** Writes transitions that a provider's event made, in their order. */
export async function insertAudits(
  tx: Transaction,
  applying: Pick<Applying, 'provider' | 'eventId' | 'now'>,
  transitions: readonly Transition[],
): Promise<void> {
  if (transitions.length === 0) return;
  await tx.insert(subscriptionTransitionAudits).values(
    transitions.map((transition) => ({
      id: uuidv7(),
      ...transition,
      actorType: 'billing_provider' as const,
      actorId: applying.provider,
      cause: `event:${applying.eventId}`,
      createdAt: applying.now,
    })),
  );
}

/** Who of us changed a subscription, and why: `operation:…`, `clock`, `user`. */
export interface OwnChange {
  actorType: 'system' | 'user';
  actorId: string;
  cause: string;
  now: Date;
}

/** Writes transitions that we made ourselves, in their order. */
export async function insertOwnAudits(
  tx: Transaction,
  { actorType, actorId, cause, now: createdAt }: OwnChange,
  transitions: readonly Transition[],
): Promise<void> {
  if (transitions.length === 0) return;
  const by = { actorType, actorId, cause, createdAt };
  await tx
    .insert(subscriptionTransitionAudits)
    .values(transitions.map((transition) => ({ id: uuidv7(), ...transition, ...by })));
}

/** The transitions of one type whose details say this: `{ prorationKey: 'in_1' }`. */
export async function findAudits(
  on: Queryable,
  subscriptionId: string,
  eventType: TransitionType,
  details: Record<string, unknown> = {},
): Promise<Audit[]> {
  return on
    .select()
    .from(audits)
    .where(
      and(
        eq(audits.subscriptionId, subscriptionId),
        eq(audits.eventType, eventType),
        sql`coalesce(${audits.details}, '{}'::jsonb) @> ${JSON.stringify(details)}::jsonb`,
      ),
    )
    .orderBy(asc(audits.occurredAt), asc(audits.id));
}

/** An invoice that was for a change within a period, and for no period. */
export async function isPlanChange(on: Queryable, provider: ProviderName, prorationKey: string): Promise<boolean> {
  const rows = await on
    .select({ id: audits.id })
    .from(audits)
    .where(
      and(
        eq(audits.eventType, 'plan_change_paid'),
        eq(audits.actorId, provider),
        sql`${audits.details} @> ${JSON.stringify({ prorationKey })}::jsonb`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Everything that became of a subscription, in the order in which it happened. */
export async function listAudits(on: Queryable, subscriptionId: string): Promise<Audit[]> {
  return on
    .select()
    .from(audits)
    .where(eq(audits.subscriptionId, subscriptionId))
    .orderBy(asc(audits.occurredAt), asc(audits.id));
}
