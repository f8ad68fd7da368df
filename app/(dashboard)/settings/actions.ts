'use server';

import { refresh } from 'next/cache';
import { optionalTypes, setMessagePreferences } from '@/lib/billing';
import { requireSession } from '../../_session';

export interface NoticesState {
  saved: boolean;
  error: string | null;
}

/** Remembers which notices the session's team wants: what is ticked, and nothing else. */
export async function saveNotices(_before: NoticesState, form: FormData): Promise<NoticesState> {
  const { teamId, role } = await requireSession();
  if (role === 'member') return { saved: false, error: 'Only owners and billing contacts can change this.' };
  await setMessagePreferences(
    teamId,
    optionalTypes.map((type) => ({ type, isWanted: form.get(type) === 'on' })),
  );
  refresh();
  return { saved: true, error: null };
}
