import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { safePath } from '../../_safe-path';
import { AuthFrame } from '../_components/auth-frame';
import { AuthLink } from '../_components/auth-link';
import { LinkForm } from '../_components/link-form';
import { confirmAddress } from '../link-actions';

export const metadata: Metadata = { title: 'Confirm your address' };

export default async function VerifyEmailPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token, next } = await searchParams;
  return (
    <AuthFrame
      title="Confirm your address"
      description="One click, and this address belongs to your account. If you did not ask for that, close this page."
      footer={
        <>
          The link is too old? <AuthLink href="/sign-in">Sign in</AuthLink>, and you get a new one.
        </>
      }
    >
      <LinkForm
        action={confirmAddress}
        label="Confirm"
        token={typeof token === 'string' ? token : ''}
        next={safePath(next)}
      />
    </AuthFrame>
  );
}
