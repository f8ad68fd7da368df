'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { createTeam } from '@/lib/teams';
import { type FormState, failed, succeeded } from '../../../_components/form-state';
import { orReason } from '../../../_components/team-error';
import { askAuth, requireSession } from '../../../_session';

const name = z.string().max(500);

/** Makes another team of whoever asks, and goes on in it. */
export async function createAction(_before: FormState, form: FormData): Promise<FormState> {
  const { userId } = await requireSession();
  const parsed = name.safeParse(form.get('name'));
  if (!parsed.success) return failed('Type a name.');
  const made = await orReason(openTeam({ userId, name: parsed.data }), form);
  return made.done === null ? made : redirect('/dashboard');
}

async function openTeam(request: { userId: string; name: string }): Promise<FormState> {
  const activeTeamId = await createTeam(request);
  await askAuth({ path: '/update-session', body: { activeTeamId } });
  return succeeded('The team is made.');
}
