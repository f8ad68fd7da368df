import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { signInWays } from '@/lib/auth';
import { safePath } from '../../_safe-path';
import { findSession } from '../../_session';
import { AuthFrame } from '../_components/auth-frame';
import { AuthLink } from '../_components/auth-link';
import { DemoButton } from '../_components/demo-button';
import { SocialButtons } from '../_components/social-buttons';
import { SignInForm } from './sign-in-form';

export const metadata: Metadata = { title: 'Sign in' };

const notices: Record<string, string> = {
  password: 'Your new password is set, and all other devices are signed out.',
  confirmed: 'The address is confirmed. Sign in to go on.',
  refused: 'Signing in there did not work. Try again, or sign in in another way.',
  deleted: 'Your account is deleted.',
};

export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { next: asked, notice } = await searchParams;
  const next = safePath(asked);
  const session = await findSession();
  if (session && !session.isAnonymous) redirect(next);
  const { sites, hasDemo } = signInWays();
  return (
    <AuthFrame
      title="Sign in"
      description={typeof notice === 'string' ? notices[notice] : undefined}
      footer={
        <>
          No account yet? <AuthLink href={`/sign-up?${new URLSearchParams({ next })}`}>Sign up</AuthLink>
        </>
      }
    >
      <SocialButtons sites={sites} next={next} />
      <SignInForm next={next} />
      {hasDemo ? <DemoButton /> : null}
    </AuthFrame>
  );
}
