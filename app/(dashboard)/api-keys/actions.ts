'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { apiScopes, createApiKey, maxApiKeys, revokeApiKey } from '@/lib/api';
import { systemClock } from '@/lib/clock';
import { idOf } from '../../_id';
import { requirePermission } from '../../_session';

export interface KeyState {
  /** The new key: it is shown now and never again. */
  key: string | null;
  error: string | null;
  /** What was typed, to stand there again when it was refused. */
  typed: { name: string; scopes: string[]; expires: string } | null;
}

const wanted = z.object({
  name: z.string().trim().min(1, 'Give the key a name.').max(60, 'A name has 60 characters at most.'),
  scopes: z.array(z.enum(apiScopes)).min(1, 'Choose what the key may do.'),
  expires: z.enum(['never', '30', '90', '365'], 'Choose when the key expires.'),
});

/** Makes a key for the session's team. */
export async function makeKey(_before: KeyState, form: FormData): Promise<KeyState> {
  const { teamId, userId } = await requirePermission('apiKeys.manage');
  const typed = {
    name: String(form.get('name') ?? ''),
    scopes: form.getAll('scope').map(String),
    expires: String(form.get('expires') ?? ''),
  };
  const parsed = wanted.safeParse(typed);
  if (!parsed.success) return { key: null, error: parsed.error.issues[0]?.message ?? 'That is no key.', typed };
  const { name, scopes, expires } = parsed.data;
  const key = await createApiKey({ teamId, userId, name, scopes, expiresAt: expiryOf(expires) });
  if (key === null)
    return { key, error: `The team has ${maxApiKeys} keys in use. Revoke one that is not needed any more.`, typed };
  refresh();
  return { key, error: null, typed: null };
}

/** Ends a key of the session's team. One that has ended already stays so. */
export async function revokeKey(form: FormData): Promise<void> {
  const { teamId } = await requirePermission('apiKeys.manage');
  const keyId = idOf(form.get('keyId'));
  if (keyId !== null) await revokeApiKey({ teamId, keyId });
  refresh();
}

function expiryOf(expires: z.infer<typeof wanted>['expires']): Date | null {
  if (expires === 'never') return null;
  return new Date(systemClock.now().getTime() + Number(expires) * 86_400_000);
}
