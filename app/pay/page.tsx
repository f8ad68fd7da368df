import type { Metadata } from 'next';
import { headers } from 'next/headers';
import Link from 'next/link';
import { createLoader, parseAsString, type SearchParams } from 'nuqs/server';
import type { ReactNode } from 'react';
import { getPayPage } from '@/lib/billing';
import { Logo } from '../_components/logo';
import { Button } from '../_components/ui/button';
import { PaddleCheckout } from './_components/paddle-checkout';

export const metadata: Metadata = { title: 'Payment', robots: { index: false } };

const loadPay = createLoader({ _ptxn: parseAsString.withDefault('') });

/**
 * Opens Paddle's checkout for the transaction in the address. Whoever has the address can pay, as on a provider's own
 * page: Paddle's mails lead here too, and a purchase is counted for the team of its intent.
 */
export default async function PayPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await getPayPage((await loadPay(searchParams))._ptxn);
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center px-6 py-12">
      <Logo className="mb-8" />
      {page.kind === 'open' ? (
        <PaddleCheckout {...page} nonce={nonce} />
      ) : page.kind === 'closed' ? (
        <Says
          title="This checkout has ended"
          text="It was paid, or another one took its place. Nothing is charged here."
        >
          <Link href={`/checkout/return?${new URLSearchParams({ checkout: page.checkoutId })}`}>See how it stands</Link>
        </Says>
      ) : (
        <Says
          title="There is nothing to pay here"
          text="The address does not belong to a payment that can be made here."
        >
          <Link href="/billing">Go to billing</Link>
        </Says>
      )}
    </main>
  );
}

function Says({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 text-sm text-muted-foreground">{text}</p>
      <Button asChild variant="primary" className="mt-6 w-fit">
        {children}
      </Button>
    </>
  );
}
