'use server';

import { redirect } from 'next/navigation';
import { startDemo } from '@/lib/auth';
import { findSession, openSession } from '../_session';

/** Goes on with the team that this browser has, or makes a fresh one. */
export async function openDemo(): Promise<void> {
  if (await findSession()) redirect('/dashboard');
  const { token } = await startDemo();
  await openSession(token);
  redirect('/dashboard');
}
