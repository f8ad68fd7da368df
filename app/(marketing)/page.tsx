import type { Metadata } from 'next';
import Link from 'next/link';
import { readSite } from '@/lib/site';
import { SubmitButton } from '../_components/submit-button';
import { Button } from '../_components/ui/button';
import { findSessionIfAnswered } from '../_session';
import { Commands } from './_components/commands';
import { Guarantees } from './_components/guarantees';
import { landingQuestions } from './_components/landing-questions';
import { Parts } from './_components/parts';
import { Questions } from './_components/questions';
import { SiteFooter } from './_components/site-footer';
import { SiteHeader } from './_components/site-header';
import { StructuredData } from './_components/structured-data';
import { TenDeliveries } from './_components/ten-deliveries';
import { WebhookPath } from './_components/webhook-path';
import { openDemo } from './actions';

export const metadata: Metadata = { alternates: { canonical: '/' } };

export default async function LandingPage() {
  const session = await findSessionIfAnswered();
  const { isDemoOpen } = readSite();
  return (
    <>
      <SiteHeader hasTeam={session !== null} />
      <main className="mx-auto max-w-6xl px-4 pb-4 sm:px-6">
        <section className="grid items-center gap-x-16 gap-y-12 py-12 sm:py-16 lg:grid-cols-[minmax(0,1fr)_26rem] lg:py-20">
          <div>
            <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
              Every payment counts exactly once.
            </h1>
            <p className="mt-5 max-w-xl text-lg text-pretty text-muted-foreground">
              Paidonce is a Next.js SaaS starter that sells credits and plans through Stripe, Lemon Squeezy, Polar or
              Paddle, and counts what was paid once: however often, however late and in whatever order the webhooks
              come.
            </p>
            <div className="mt-8 flex flex-wrap items-center gap-3">
              {session || isDemoOpen ? (
                <form action={openDemo}>
                  <SubmitButton variant="primary" size="lg">
                    {session ? 'Go to the dashboard' : 'Open the demo'}
                  </SubmitButton>
                </form>
              ) : (
                <Button asChild variant="primary" size="lg">
                  <Link href="/sign-up">Sign up</Link>
                </Button>
              )}
              <Button asChild variant="ghost" size="lg">
                <a href="#path">How it works</a>
              </Button>
            </div>
            <p className="mt-4 text-[0.8125rem] text-muted-foreground">
              {isDemoOpen
                ? 'No sign-up. You get a team of your own and a sandbox to pay in.'
                : 'A team of your own, and nothing to pay until you choose a plan.'}
            </p>
          </div>
          <TenDeliveries />
        </section>
        <WebhookPath />
        <Guarantees />
        <Parts />
        <Commands />
        <Questions title="Questions" intro="What people ask before they build on it." questions={landingQuestions} />
      </main>
      <StructuredData data={software()} />
      <SiteFooter />
    </>
  );
}

function software(): Record<string, unknown> {
  const { name, url } = readSite();
  return {
    '@type': 'SoftwareApplication',
    ...{ name, url, applicationCategory: 'DeveloperApplication', operatingSystem: 'Node.js' },
    description: 'A SaaS starter in which every payment counts exactly once.',
    license: 'https://opensource.org/license/mit',
    offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
  };
}
