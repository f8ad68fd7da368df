'use server';

import { refresh } from 'next/cache';
import { optionalTypes, setMessagePreferences } from '@/lib/billing';
import { requirePermission } from '../../_session';

export interface NoticesState {
  saved: boolean;
  error: string | null;
}

/** Remembers which notices the session's team wants: what is ticked, and nothing else. */
export async function saveNotices(_before: NoticesState, form: FormData): Promise<NoticesState> {
  const { teamId } = await requirePermission('billing.manage');
  await setMessagePreferences(
    teamId,
    optionalTypes.map((type) => ({ type, isWanted: form.get(type) === 'on' })),
  );
  refresh();
  return { saved: true, error: null };
}
