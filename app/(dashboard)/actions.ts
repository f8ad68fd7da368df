'use server';

import { redirect } from 'next/navigation';
import { closeSession } from '../_session';

/** Forgets the demo team in this browser. */
export async function leaveDemo(): Promise<void> {
  await closeSession();
  redirect('/');
}
