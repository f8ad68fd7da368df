import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { signInWays } from '@/lib/auth';
import { mailIsSetUp } from '@/lib/billing';
import { safePath } from '../../_safe-path';
import { findSession } from '../../_session';
import { AuthFrame } from '../_components/auth-frame';
import { AuthLink } from '../_components/auth-link';
import { SocialButtons } from '../_components/social-buttons';
import { SignUpForm } from './sign-up-form';

export const metadata: Metadata = { title: 'Sign up' };

export default async function SignUpPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { next: asked, notice } = await searchParams;
  const next = safePath(asked);
  const session = await findSession();
  if (session && !session.isAnonymous) redirect(next);
  return (
    <AuthFrame
      title="Sign up"
      description={describe(session !== null, notice)}
      footer={
        <>
          Have an account? <AuthLink href={`/sign-in?${new URLSearchParams({ next })}`}>Sign in</AuthLink>
        </>
      }
    >
      <SocialButtons sites={signInWays().sites} next={next} />
      {mailIsSetUp() ? <SignUpForm next={next} /> : <NoMail />}
    </AuthFrame>
  );
}

function describe(hasDemo: boolean, notice: unknown): string | undefined {
  if (notice === 'busy')
    return 'Many demos were opened from where you are. Wait a minute for another one, or make an account.';
  return hasDemo ? 'Your demo team comes along, with everything in it. Confirm the mail in this browser.' : undefined;
}

function NoMail() {
  return (
    <p className="rounded-md border bg-muted px-4 py-3 text-sm">
      Nobody can sign up by e-mail here yet: this server cannot send mails. Whoever runs it sets{' '}
      <code>RESEND_API_KEY</code> or <code>SMTP_URL</code>, and <code>EMAIL_FROM</code>.
    </p>
  );
}
