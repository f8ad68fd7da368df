import { ArrowLeft } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { listPlans } from '@/lib/billing';
import { listSandboxSubscriptions } from '@/lib/billing/lab';
import { readSite } from '@/lib/site';
import { Button } from '../../../_components/ui/button';
import { requirePermission } from '../../../_session';
import { decodePart } from '../../../admin/_components/addresses';
import { SandboxNotice } from '../../_components/sandbox-notice';
import { PortalActions } from './_components/portal-actions';
import { PortalSummary } from './_components/portal-summary';

export const metadata: Metadata = { title: 'Sandbox customer portal', robots: { index: false } };

/** What a provider's own customer portal is for a real subscription. Another team's subscription is not found. */
export default async function PortalPage({ params }: { params: Promise<{ id: string }> }) {
  const { teamId, teamName } = await requirePermission('billing.manage');
  const id = decodePart((await params).id);
  const subscription = (await listSandboxSubscriptions(teamId)).find((sold) => sold.sandboxSubscriptionId === id);
  if (!subscription) notFound();
  const plans = listPlans();
  return (
    <>
      <SandboxNotice />
      <main className="grid md:min-h-[calc(100dvh-2.5rem)] md:grid-cols-[2fr_3fr]">
        <section
          aria-labelledby="portal-title"
          className="border-b bg-muted md:flex md:justify-end md:border-r md:border-b-0"
        >
          <div className="mx-auto w-full max-w-md px-6 py-8 md:mx-0 md:max-w-96 md:px-10 md:py-16">
            <p className="text-sm font-semibold">Sandbox Pay</p>
            <h1 id="portal-title" className="mt-6 text-2xl font-semibold tracking-tight text-balance">
              {teamName} manages its subscription to {readSite().name}
            </h1>
            <Button asChild variant="link" size="inline" className="mt-6 text-sm">
              <Link href="/subscription">
                <ArrowLeft aria-hidden="true" /> Back to {readSite().name}
              </Link>
            </Button>
            <p className="mt-6 text-[0.8125rem] text-muted-foreground">
              To see a renewal without waiting for it,{' '}
              <Link href={labUrl(id)} className="underline underline-offset-4">
                advance the time in the lab
              </Link>
              .
            </p>
          </div>
        </section>
        <div className="mx-auto w-full max-w-xl px-6 py-8 md:mx-0 md:px-12 md:py-16">
          <PortalSummary subscription={subscription} plan={plans.find(({ item }) => item === subscription.item)} />
          <div className="mt-6">
            {subscription.status === 'canceled' ? (
              <Ended />
            ) : (
              <PortalActions subscription={subscription} plans={plans} />
            )}
          </div>
        </div>
      </main>
    </>
  );
}

function labUrl(subscription: string): string {
  return `/lab/subscription?${new URLSearchParams({ subscription })}`;
}

function Ended() {
  return (
    <div className="border-t pt-5">
      <p className="text-sm text-muted-foreground">This subscription has ended. Nothing more is charged.</p>
      <Button asChild variant="primary" className="mt-4">
        <Link href="/pricing">Subscribe again</Link>
      </Button>
    </div>
  );
}
