'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { mailIsSetUp } from '@/lib/billing';
import { type FormState, failed } from '../_components/form-state';
import { askAuth, askForMail, findSession } from '../_session';
import { reasonOf } from './_components/reasons';
import { address, newPassword, next, token } from './_fields';

const asked = z.object({ email: address, next });
const noMail = 'This server cannot send mails yet.';

/** Mails a link that signs in, once. Tells nobody whether the address has an account. */
export async function sendSignInLink(_before: FormState, form: FormData): Promise<FormState> {
  const parsed = asked.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed('That is no e-mail address.', form);
  if (!mailIsSetUp()) return failed(noMail, form);
  const { email, next: path } = parsed.data;
  const answer = await askForMail({ path: '/sign-in/magic-link', body: { email, callbackURL: path } });
  if (!answer.isOk) return failed(reasonOf(answer), form);
  redirect('/check-mail?for=sign-in');
}

/** Mails a link to choose a new password with. Tells nobody whether the address has an account. */
export async function requestReset(_before: FormState, form: FormData): Promise<FormState> {
  const parsed = asked.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed('That is no e-mail address.', form);
  if (!mailIsSetUp()) return failed(noMail, form);
  const answer = await askForMail({ path: '/request-password-reset', body: { email: parsed.data.email } });
  if (!answer.isOk) return failed(reasonOf(answer), form);
  redirect('/check-mail?for=reset');
}

const chosen = z.object({ token, password: newPassword });

/** Takes the new password of whoever has the link. All sessions of the account end. */
export async function resetPassword(_before: FormState, form: FormData): Promise<FormState> {
  const parsed = chosen.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed('A password has 10 to 128 characters.', form);
  const { password, token } = parsed.data;
  const answer = await askAuth({ path: '/reset-password', body: { newPassword: password, token } });
  if (!answer.isOk) return failed(reasonOf(answer), form);
  redirect('/sign-in?notice=password');
}

const opened = z.object({ token, next });

/** Signs in whoever has the link. */
export async function openSignInLink(_before: FormState, form: FormData): Promise<FormState> {
  const parsed = opened.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed('This link is not complete.');
  const answer = await askAuth({ path: '/magic-link/verify', method: 'GET', query: { token: parsed.data.token } });
  if (!answer.isOk) return failed(reasonOf(answer));
  redirect(parsed.data.next);
}

const changed = z.object({ user: z.object({ email: z.string() }) });

/** Confirms an address: of a new account, which is signed in then, or of one that changes its address. */
export async function confirmAddress(_before: FormState, form: FormData): Promise<FormState> {
  const parsed = opened.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed('This link is not complete.');
  const before = await findSession();
  const answer = await askForMail({ path: '/verify-email', method: 'GET', query: { token: parsed.data.token } });
  if (!answer.isOk) return failed(reasonOf(answer));
  if (changed.safeParse(answer.body).success)
    redirect(before ? '/settings/account?notice=changed' : '/sign-in?notice=confirmed');
  if (answer.cookies.some(({ name, value }) => name.endsWith('session_token') && value !== ''))
    redirect(parsed.data.next);
  redirect('/check-mail?for=confirmed');
}
