import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { env } from '@/lib/env';
import { AuthFrame } from '../_components/auth-frame';
import { AuthLink } from '../_components/auth-link';

export const metadata: Metadata = { title: 'Check your mail' };

const words: Record<string, { title: string; text: string }> = {
  confirm: {
    title: 'Check your mail',
    text: 'If the address is right, a mail is on its way. Open its link in this browser to confirm that the address is yours.',
  },
  'sign-in': {
    title: 'Check your mail',
    text: 'If the address is right, a mail with a sign-in link is on its way. It works once, for 15 minutes.',
  },
  reset: {
    title: 'Check your mail',
    text: 'If the address has an account, a mail is on its way, with a link to choose a new password. It works for an hour.',
  },
  confirmed: {
    title: 'Confirmed',
    text: 'Thank you. If you are changing your address, a second mail goes to the new one: open its link too.',
  },
};

/** Says the same whether an address has an account or not. */
export default async function CheckMailPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { for: purpose } = await searchParams;
  const { title, text } = words[String(purpose)] ?? { title: 'Check your mail', text: 'A mail is on its way.' };
  return (
    <AuthFrame
      title={title}
      description={text}
      footer={
        <>
          Done, or nothing came? <AuthLink href="/sign-in">Sign in</AuthLink>
        </>
      }
    >
      {env.NODE_ENV === 'development' ? (
        <p className="rounded-md border bg-muted px-4 py-3 text-sm">
          Nothing leaves this machine while you develop: read it in <AuthLink href="/dev/outbox">the outbox</AuthLink>.
        </p>
      ) : null}
    </AuthFrame>
  );
}
