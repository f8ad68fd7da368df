'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { askAuth, findSession } from '../_session';

/** Ends the session of this browser: the demo's team is forgotten, an account is signed out. */
export async function signOut(): Promise<void> {
  await askAuth({ path: '/sign-out' });
  redirect('/');
}

/** Goes on in another team of whoever is asking. Returns why it could not. */
export async function switchTeam(teamId: string): Promise<{ error: string | null }> {
  const session = await findSession();
  if (!session?.teams.some((team) => team.teamId === teamId)) return { error: 'You are not in this team any more.' };
  await askAuth({ path: '/update-session', body: { activeTeamId: teamId } });
  refresh();
  return { error: null };
}
