'use server';

import { refresh } from 'next/cache';
import { after } from 'next/server';
import { z } from 'zod';
import { roles } from '@/lib/auth';
import { deliverSecrets } from '@/lib/billing';
import { changeRole, inviteMember, removeMember, withdrawInvitation } from '@/lib/teams';
import { type FormState, failed, succeeded } from '../../_components/form-state';
import { orReason } from '../../_components/team-error';
import { id } from '../../_id';
import { requirePermission } from '../../_session';

const role = z.enum(roles);
const invitation = z.object({ email: z.string().max(500), role });

/** Invites an address to the session's team and mails it the link. */
export async function inviteAction(_before: FormState, form: FormData): Promise<FormState> {
  const actor = await requirePermission('members.manage');
  const parsed = invitation.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed('Give an e-mail address and a role.', form);
  return orReason(invite(actor, parsed.data), form);
}

async function invite(actor: { userId: string; teamId: string }, invited: z.infer<typeof invitation>) {
  await inviteMember(actor, invited);
  after(deliverSecrets);
  refresh();
  return succeeded('The invitation is on its way.');
}

/** Takes back an invitation of the session's team. */
export async function withdrawAction(_before: FormState, form: FormData): Promise<FormState> {
  const actor = await requirePermission('members.manage');
  const parsed = id.safeParse(form.get('invitationId'));
  if (!parsed.success) return failed('Choose an invitation.');
  return orReason(withdrawInvitation(actor, parsed.data).then(() => done('The invitation is withdrawn.')));
}

const change = z.object({ userId: id, role });

/** Gives a member of the session's team another role. */
export async function changeRoleAction(_before: FormState, form: FormData): Promise<FormState> {
  const actor = await requirePermission('members.manage');
  const parsed = change.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed('Choose a member and a role.');
  return orReason(changeRole(actor, parsed.data).then(() => done('The role is changed.')));
}

/** Takes somebody out of the session's team. */
export async function removeAction(_before: FormState, form: FormData): Promise<FormState> {
  const actor = await requirePermission('members.manage');
  const parsed = id.safeParse(form.get('userId'));
  if (!parsed.success) return failed('Choose a member.');
  return orReason(removeMember(actor, parsed.data).then(() => done('The member is removed.')));
}

function done(sentence: string): FormState {
  refresh();
  return succeeded(sentence);
}
