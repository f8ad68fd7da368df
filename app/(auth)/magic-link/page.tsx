import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { safePath } from '../../_safe-path';
import { AddressForm } from '../_components/address-form';
import { AuthFrame } from '../_components/auth-frame';
import { AuthLink } from '../_components/auth-link';
import { LinkForm } from '../_components/link-form';
import { openSignInLink, sendSignInLink } from '../link-actions';

export const metadata: Metadata = { title: 'Sign in by e-mail' };

/** Asks for the address, and with the link that was mailed there, signs in. */
export default async function MagicLinkPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { token, next: asked } = await searchParams;
  const next = safePath(asked);
  const isOpened = typeof token === 'string';
  return (
    <AuthFrame
      title={isOpened ? 'Sign in' : 'Sign in by e-mail'}
      description={
        isOpened ? 'One click, and this browser is signed in.' : 'We mail you a link that signs you in, once.'
      }
      footer={<AuthLink href={`/sign-in?${new URLSearchParams({ next })}`}>Sign in with a password</AuthLink>}
    >
      {isOpened ? (
        <LinkForm action={openSignInLink} label="Sign in" token={token} next={next} />
      ) : (
        <AddressForm action={sendSignInLink} label="Mail me a link" next={next} />
      )}
    </AuthFrame>
  );
}
