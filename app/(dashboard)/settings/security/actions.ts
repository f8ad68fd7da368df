'use server';

import { refresh } from 'next/cache';
import { headers } from 'next/headers';
import { encode } from 'uqr';
import { z } from 'zod';
import { endSession } from '@/lib/auth';
import { mailIsSetUp } from '@/lib/billing';
import { type FormState, failed, succeeded } from '../../../_components/form-state';
import { idOf } from '../../../_id';
import { askAuth, askForMail, requireAccount } from '../../../_session';
import { reasonOf } from '../../../(auth)/_components/reasons';
import { newPassword, password } from '../../../(auth)/_fields';

const changed = z.object({ currentPassword: password, newPassword });

/** Changes the password, and signs all other browsers out. */
export async function changePassword(_before: FormState, form: FormData): Promise<FormState> {
  await requireAccount();
  const parsed = changed.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed('A password has 10 to 128 characters.');
  const answer = await askAuth({ path: '/change-password', body: { ...parsed.data, revokeOtherSessions: true } });
  if (!answer.isOk) return failed(reasonOf(answer));
  refresh();
  return succeeded('Your password is changed, and all other browsers are signed out.');
}

/** For an account without a password: mails its address a link to choose one. */
export async function mailPasswordLink(_before: FormState): Promise<FormState> {
  const { email } = await requireAccount();
  if (!mailIsSetUp()) return failed('This server cannot send mails yet.');
  const answer = await askForMail({ path: '/request-password-reset', body: { email } });
  return answer.isOk ? succeeded('A mail with a link is on its way.') : failed(reasonOf(answer));
}

/** What an authenticator app is set up with. Shown once. */
export interface SecondFactorSetUp {
  uri: string;
  secret: string;
  /** Rows of a QR code: true is dark. */
  picture: boolean[][];
  backupCodes: string[];
}

export interface SetUpState extends FormState {
  setUp: SecondFactorSetUp | null;
}

const asked = z.object({ password });
const offered = z.object({ totpURI: z.url(), backupCodes: z.array(z.string()) });

/** Begins with a second factor: it counts once a code of the app was typed. */
export async function beginSecondFactor(_before: SetUpState, form: FormData): Promise<SetUpState> {
  await requireAccount();
  const parsed = asked.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { ...failed('Type your password.'), setUp: null };
  const answer = await askAuth({ path: '/two-factor/enable', body: { ...parsed.data, method: 'totp' } });
  const told = offered.safeParse(answer.body);
  if (!answer.isOk || !told.success) return { ...failed(reasonOf(answer)), setUp: null };
  const { totpURI: uri, backupCodes } = told.data;
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return { ...succeeded(''), setUp: { uri, secret, picture: encode(uri, { border: 2 }).data, backupCodes } };
}

const typed = z.object({ code: z.string().trim().min(6).max(10) });

/** Switches the second factor on: the app shows the right code. */
export async function confirmSecondFactor(_before: FormState, form: FormData): Promise<FormState> {
  await requireAccount();
  const parsed = typed.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed('Type the six digits that the app shows.');
  const code = parsed.data.code.replaceAll(' ', '');
  const answer = await askAuth({ path: '/two-factor/verify-totp', body: { code } });
  if (!answer.isOk) return failed(reasonOf(answer));
  refresh();
  return succeeded('The second factor is on.');
}

/** Switches it off. */
export async function endSecondFactor(_before: FormState, form: FormData): Promise<FormState> {
  await requireAccount();
  const parsed = asked.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed('Type your password.');
  const answer = await askAuth({ path: '/two-factor/disable', body: parsed.data });
  if (!answer.isOk) return failed(reasonOf(answer));
  refresh();
  return succeeded('The second factor is off.');
}

/** Signs one other browser out. */
export async function signOutThere(form: FormData): Promise<void> {
  const { userId } = await requireAccount();
  const sessionId = idOf(form.get('sessionId'));
  if (sessionId === null) return;
  await endSession(new Headers(await headers()), { userId, sessionId });
  refresh();
}

/** Signs every other browser out. */
export async function signOutElsewhere(): Promise<void> {
  await requireAccount();
  await askAuth({ path: '/revoke-other-sessions' });
  refresh();
}
