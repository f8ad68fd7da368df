'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { acceptInvitation, declineInvitation } from '@/lib/teams';
import { type FormState, failed, succeeded } from '../../../_components/form-state';
import { orReason } from '../../../_components/team-error';
import { id } from '../../../_id';
import { askAuth, requireSession } from '../../../_session';

/** Joins the team that invited whoever asks, and goes on in it. */
export async function acceptAction(_before: FormState, form: FormData): Promise<FormState> {
  const { userId } = await requireSession();
  const parsed = id.safeParse(form.get('invitationId'));
  if (!parsed.success) return failed('There is no such invitation.');
  const joined = await orReason(join({ invitationId: parsed.data, userId }));
  return joined.done === null ? joined : redirect('/dashboard');
}

async function join(answer: { invitationId: string; userId: string }): Promise<FormState> {
  const activeTeamId = await acceptInvitation(answer);
  await askAuth({ path: '/update-session', body: { activeTeamId } });
  return succeeded('You are in the team.');
}

/** Says no to it. */
export async function declineAction(_before: FormState, form: FormData): Promise<FormState> {
  const { userId } = await requireSession();
  const parsed = id.safeParse(form.get('invitationId'));
  if (!parsed.success) return failed('There is no such invitation.');
  const declined = declineInvitation({ invitationId: parsed.data, userId });
  const said = await orReason(declined.then(() => succeeded('You declined. The team is not told why.')));
  refresh();
  return said;
}
