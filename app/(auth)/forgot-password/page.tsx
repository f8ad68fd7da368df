import type { Metadata } from 'next';
import { AddressForm } from '../_components/address-form';
import { AuthFrame } from '../_components/auth-frame';
import { AuthLink } from '../_components/auth-link';
import { requestReset } from '../link-actions';

export const metadata: Metadata = { title: 'Forgot your password?' };

export default function ForgotPasswordPage() {
  return (
    <AuthFrame
      title="Forgot your password?"
      description="We mail you a link to choose a new one."
      footer={<AuthLink href="/sign-in">Back to sign in</AuthLink>}
    >
      <AddressForm action={requestReset} label="Mail me a link" />
    </AuthFrame>
  );
}
