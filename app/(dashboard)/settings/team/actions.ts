'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { deleteTeam, leaveTeam, renameTeam, transferTeam } from '@/lib/teams';
import { type FormState, failed, succeeded } from '../../../_components/form-state';
import { orReason } from '../../../_components/team-error';
import { id } from '../../../_id';
import { requirePermission } from '../../../_session';

const name = z.string().max(500);

/** Gives the session's team another name. */
export async function renameAction(_before: FormState, form: FormData): Promise<FormState> {
  const actor = await requirePermission('team.manage');
  const parsed = name.safeParse(form.get('name'));
  if (!parsed.success) return failed('Type a name.');
  return orReason(
    renameTeam(actor, parsed.data).then(() => done('The team has its new name.')),
    form,
  );
}

/** Makes another member the owner in one's place. */
export async function transferAction(_before: FormState, form: FormData): Promise<FormState> {
  const actor = await requirePermission('team.manage');
  const parsed = id.safeParse(form.get('userId'));
  if (!parsed.success) return failed('Choose who gets the team.');
  return orReason(transferTeam(actor, parsed.data).then(() => done('The team has a new owner.')));
}

/** Takes oneself out of the session's team, where that is still the one that the page was about. */
export async function leaveAction(_before: FormState, form: FormData): Promise<FormState> {
  const actor = await requirePermission('team.view');
  if (form.get('teamId') !== actor.teamId) return failed('You work in another team by now. Load the page again.');
  const left = await orReason(leaveTeam(actor).then(() => succeeded('You left the team.')));
  return left.done === null ? left : redirect('/dashboard');
}

/** Ends the team's subscriptions and deletes it, once its name was typed. */
export async function deleteAction(_before: FormState, form: FormData): Promise<FormState> {
  const actor = await requirePermission('team.manage');
  if (form.get('name') !== actor.teamName) return failed('Type the team’s name exactly as it stands there.', form);
  const deleted = await orReason(
    deleteTeam(actor).then(() => succeeded('The team is deleted.')),
    form,
  );
  return deleted.done === null ? deleted : redirect('/dashboard');
}

function done(sentence: string): FormState {
  refresh();
  return succeeded(sentence);
}
