'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { mailIsSetUp } from '@/lib/billing';
import { type FormState, failed, succeeded } from '../../../_components/form-state';
import { askAuth, askForMail, requireAccount } from '../../../_session';
import { reasonOf } from '../../../(auth)/_components/reasons';
import { address, password, personName } from '../../../(auth)/_fields';

const named = z.object({ name: personName });

/** Changes what the user is called. */
export async function rename(_before: FormState, form: FormData): Promise<FormState> {
  await requireAccount();
  const parsed = named.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed('A name has 1 to 80 characters.', form);
  const answer = await askAuth({ path: '/update-user', body: parsed.data });
  if (!answer.isOk) return failed(reasonOf(answer), form);
  refresh();
  return succeeded('Saved.');
}

const moved = z.object({ email: address });

/** Mails the address in use a link to confirm the change, and then the new one. Nothing changes before. */
export async function changeAddress(_before: FormState, form: FormData): Promise<FormState> {
  const { email } = await requireAccount();
  const parsed = moved.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed('That is no e-mail address.', form);
  if (parsed.data.email === email) return failed('That is your address already.', form);
  if (!mailIsSetUp()) return failed('This server cannot send mails yet.', form);
  const answer = await askForMail({ path: '/change-email', body: { newEmail: parsed.data.email } });
  if (!answer.isOk) return failed(reasonOf(answer), form);
  return succeeded('Open the link in the mail to your present address, then the one in the mail to the new one.');
}

const ended = z.object({ confirmed: z.literal('on'), password: password.optional() });

/** Deletes the account, and with it the teams that nobody else is in. */
export async function deleteAccount(_before: FormState, form: FormData): Promise<FormState> {
  await requireAccount();
  const parsed = ended.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed('Tick the box, and type your password.', form);
  const { password: secret } = parsed.data;
  const answer = await askAuth({ path: '/delete-user', body: secret === undefined ? {} : { password: secret } });
  if (!answer.isOk) return failed(reasonOf(answer), form);
  redirect('/sign-in?notice=deleted');
}
