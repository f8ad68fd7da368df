'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { mailIsSetUp } from '@/lib/billing';
import { type FormState, failed } from '../_components/form-state';
import { askAuth, askForMail } from '../_session';
import { reasonOf } from './_components/reasons';
import { address, newPassword, next, password, personName } from './_fields';

const credentials = z.object({ email: address, password, next });

/** Signs in with a password. An account with a second factor is asked for it next. */
export async function signIn(_before: FormState, form: FormData): Promise<FormState> {
  const parsed = credentials.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed(firstIssue(parsed.error), form);
  const { next: path, ...body } = parsed.data;
  const answer = await askForMail({ path: '/sign-in/email', body: { ...body, callbackURL: path } });
  if (answer.code === 'EMAIL_NOT_VERIFIED') redirect('/check-mail?for=confirm');
  if (!answer.isOk) return failed(reasonOf(answer), form);
  if (secondFactor.safeParse(answer.body).success) redirect(`/two-factor?${new URLSearchParams({ next: path })}`);
  redirect(path);
}

const secondFactor = z.object({ twoFactorRedirect: z.literal(true) });
const application = z.object({ name: personName, email: address, password: newPassword, next });

/** Makes an account, whose address is then to be confirmed. Tells nobody whether the address had one already. */
export async function signUp(_before: FormState, form: FormData): Promise<FormState> {
  const parsed = application.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed(firstIssue(parsed.error), form);
  if (!mailIsSetUp()) return failed('This server cannot send mails yet, so nobody can sign up by e-mail.', form);
  const { next: path, ...body } = parsed.data;
  const answer = await askForMail({ path: '/sign-up/email', body: { ...body, callbackURL: path } });
  if (!answer.isOk) return failed(reasonOf(answer), form);
  redirect('/check-mail?for=confirm');
}

const site = z.object({ provider: z.enum(['google', 'github']), next });
const elsewhere = z.object({ url: z.url() });

/** Goes to another site to sign in there. */
export async function signInWith(form: FormData): Promise<void> {
  const parsed = site.safeParse(Object.fromEntries(form));
  if (!parsed.success) redirect('/sign-in?notice=refused');
  const { provider, next: path } = parsed.data;
  const body = { provider, callbackURL: path, errorCallbackURL: '/sign-in?notice=refused' };
  const answer = await askAuth({ path: '/sign-in/social', body });
  const told = elsewhere.safeParse(answer.body);
  redirect(answer.isOk && told.success ? told.data.url : '/sign-in?notice=refused');
}

const code = z.object({
  code: z.string().trim().min(6, 'Type the whole code.').max(40, 'The code is wrong.'),
  kind: z.enum(['totp', 'backup']),
  trustDevice: z.literal('on').optional(),
  next,
});

/** Answers the question for the second factor, with a code of the app or one that was kept for the day it is lost. */
export async function verifyCode(_before: FormState, form: FormData): Promise<FormState> {
  const parsed = code.safeParse(Object.fromEntries(form));
  if (!parsed.success) return failed(firstIssue(parsed.error), form);
  const { kind, trustDevice, next: path } = parsed.data;
  const body = { code: parsed.data.code.replaceAll(' ', ''), trustDevice: trustDevice === 'on' };
  const answer = await askAuth({
    path: kind === 'totp' ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code',
    body,
  });
  if (!answer.isOk) return failed(reasonOf(answer), form);
  redirect(path);
}

function firstIssue({ issues }: z.ZodError): string {
  return issues[0]?.message ?? 'Something is missing.';
}
