import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import type { LinkContent } from '../../email';
import type { BillingContext } from '../context';
import { insertSealed, type OutboxMessage } from './outbox';
import { seal, unseal } from './seal';

/** A mail with a link that opens something to whoever has it: to sign in, to reset a password, to join a team. */
export interface Secret {
  /** One address. */
  to: string;
  content: LinkContent;
}

/**
 * Writes a mail with a link into the outbox. Whom it goes to and what it says is encrypted there, is shown to nobody, and
 * is emptied once nothing more is to be done about it; no webhook tells of it. Throws when AUTH_SECRET is not set.
 */
export async function sendSecret(context: BillingContext, { to, content }: Secret): Promise<void> {
  const id = uuidv7();
  const sealed = seal(JSON.stringify({ to, content }), { secret: secretOf(context), id });
  const { type: eventType, expiresAt } = content;
  await insertSealed(context.database, { id, eventType, sealed, expiresAt, at: context.clock.now() });
}

const link = { link: z.string(), expiresAt: z.coerce.date() };
const secrets = z.object({
  to: z.string(),
  content: z.discriminatedUnion('type', [
    z.object({ type: z.enum(['verify_email', 'reset_password', 'sign_in_link', 'account_exists']), ...link }),
    z.object({ type: z.literal('change_email'), newEmail: z.string(), ...link }),
    z.object({
      type: z.literal('team_invitation'),
      teamName: z.string(),
      inviterName: z.string(),
      role: z.enum(['owner', 'billing', 'member']),
      ...link,
    }),
  ]),
});

/** What was sealed in a message; null: it was emptied. Throws when it cannot be opened. */
export function openSecret(
  context: Pick<BillingContext, 'settings'>,
  { id, sealed }: Pick<OutboxMessage, 'id' | 'sealed'>,
): Secret | null {
  if (sealed === null) return null;
  return secrets.parse(JSON.parse(unseal(sealed, { secret: secretOf(context), id })));
}

/** When the link of a message with one stops to work. */
export function expiryOf({ payload }: Pick<OutboxMessage, 'payload'>): Date {
  return z.object({ expiresAt: z.coerce.date() }).parse(payload).expiresAt;
}

function secretOf({ settings }: Pick<BillingContext, 'settings'>): string {
  if (!settings.sealingSecret) throw new Error('AUTH_SECRET is not set. Set at least 32 random characters.');
  return settings.sealingSecret;
}
