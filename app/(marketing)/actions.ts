'use server';

import { redirect } from 'next/navigation';
import { findSession, openDemoTeam } from '../_session';

/** Goes on with the team that this browser has, or makes a fresh one. */
export async function openDemo(): Promise<void> {
  if (!(await findSession())) await openDemoTeam();
  redirect('/dashboard');
}
