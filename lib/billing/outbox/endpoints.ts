import { randomBytes } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '@/db/client';
import { outgoingWebhookEndpoints } from '@/db/schema';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import { faultOfUrl } from './address';
import type { MessageType } from './messages';
import { abandonDeliveries } from './outbox';

export type Endpoint = typeof outgoingWebhookEndpoints.$inferSelect;

/** What managing endpoints runs on: less than the billing, so that a command needs no provider's settings. */
export type EndpointContext = Pick<BillingContext, 'database' | 'clock'> & {
  settings: Pick<BillingContext['settings'], 'outgoingAllowPrivate'>;
};

/** What may be shown of an endpoint: all but its secrets. */
export type EndpointView = Omit<Endpoint, 'secret' | 'previousSecret'>;

/**
 * Adds a system that is to hear what happens: of these types, of all when none is named. Returns the secret that signs
 * what it gets. Throws `invalid_endpoint_url`.
 */
export async function addEndpoint(
  { database, clock, settings }: EndpointContext,
  { url, eventTypes, description = '' }: { url: string; eventTypes: readonly MessageType[]; description?: string },
): Promise<{ id: string; secret: string }> {
  const fault = faultOfUrl(url, settings.outgoingAllowPrivate);
  if (fault) throw BillingError.invalidEndpointUrl(fault);
  const id = `ep_${uuidv7()}`;
  const secret = newSecret();
  await database
    .insert(outgoingWebhookEndpoints)
    .values({ id, url, description, eventTypes: [...eventTypes], secret, createdAt: clock.now() });
  return { id, secret };
}

/** All endpoints, the oldest first, without their secrets. */
export async function listEndpoints({ database }: Pick<EndpointContext, 'database'>): Promise<EndpointView[]> {
  const rows = await database.select().from(outgoingWebhookEndpoints).orderBy(asc(outgoingWebhookEndpoints.createdAt));
  return rows.map(({ secret: _, previousSecret: __, ...view }) => view);
}

/**
 * Gives an endpoint a new secret, which it returns. What is sent carries the old one's signature too for `keepMs`, so that
 * the receiver can change over. Throws `endpoint_not_found`.
 */
export function rotateSecret({ database, clock }: EndpointContext, id: string, keepMs: number): Promise<string> {
  return database.transaction(async (tx) => {
    const { id: ofId } = outgoingWebhookEndpoints;
    const [held] = await tx.select().from(outgoingWebhookEndpoints).where(eq(ofId, id)).for('update');
    if (!held) throw BillingError.endpointNotFound(id);
    const secret = newSecret();
    const previousSecretEndsAt = new Date(clock.now().getTime() + keepMs);
    await tx
      .update(outgoingWebhookEndpoints)
      .set({ secret, previousSecret: held.secret, previousSecretEndsAt })
      .where(eq(ofId, id));
    return secret;
  });
}

/**
 * Lets an endpoint hear of what happens from now on, or no more. What a disabled one has not got is given up. Throws
 * `endpoint_not_found`.
 */
export function enableEndpoint(
  { database }: Pick<EndpointContext, 'database'>,
  id: string,
  isEnabled: boolean,
): Promise<void> {
  return database.transaction(async (tx) => {
    const rows = await tx
      .update(outgoingWebhookEndpoints)
      .set({ isEnabled })
      .where(eq(outgoingWebhookEndpoints.id, id))
      .returning({ id: outgoingWebhookEndpoints.id });
    if (rows.length === 0) throw BillingError.endpointNotFound(id);
    if (!isEnabled) await abandonDeliveries(tx, id);
  });
}

/** An endpoint with its secrets, for signing. */
export async function findEndpoint(on: Queryable, id: string): Promise<Endpoint | null> {
  const [row] = await on.select().from(outgoingWebhookEndpoints).where(eq(outgoingWebhookEndpoints.id, id));
  return row ?? null;
}

/** As the specification of Standard Webhooks writes it: 24 to 64 random bytes. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
