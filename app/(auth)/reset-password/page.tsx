import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { AuthFrame } from '../_components/auth-frame';
import { AuthLink } from '../_components/auth-link';
import { ResetForm } from './reset-form';

export const metadata: Metadata = { title: 'Choose a new password' };

export default async function ResetPasswordPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token } = await searchParams;
  return (
    <AuthFrame
      title="Choose a new password"
      description="All devices are signed out then."
      footer={<AuthLink href="/forgot-password">Ask for a new link</AuthLink>}
    >
      <ResetForm token={typeof token === 'string' ? token : ''} />
    </AuthFrame>
  );
}
