import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { safePath } from '../../_safe-path';
import { AuthFrame } from '../_components/auth-frame';
import { AuthLink } from '../_components/auth-link';
import { CodeForm } from './code-form';

export const metadata: Metadata = { title: 'Second factor' };

export default async function TwoFactorPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { next } = await searchParams;
  return (
    <AuthFrame
      title="Second factor"
      description="Your password was right. This account also asks for a code of your authenticator app."
      footer={<AuthLink href="/sign-in">Start again</AuthLink>}
    >
      <CodeForm next={safePath(next)} />
    </AuthFrame>
  );
}
