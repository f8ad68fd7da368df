import { SubmitButton } from '../_components/submit-button';
import { Button } from '../_components/ui/button';
import { Commands } from './_components/commands';
import { Guarantees } from './_components/guarantees';
import { SiteFooter } from './_components/site-footer';
import { SiteHeader } from './_components/site-header';
import { TenDeliveries } from './_components/ten-deliveries';
import { WebhookPath } from './_components/webhook-path';
import { openDemo } from './actions';

export default function LandingPage() {
  return (
    <>
      <SiteHeader />
      <main className="mx-auto max-w-6xl px-4 pb-20 sm:px-6">
        <section className="grid items-center gap-x-16 gap-y-12 py-12 sm:py-16 lg:grid-cols-[minmax(0,1fr)_26rem] lg:py-20">
          <div>
            <h1 className="text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
              Every payment counts exactly once.
            </h1>
            <p className="mt-5 max-w-xl text-lg text-pretty text-muted-foreground">
              Paidonce is a Next.js SaaS starter that sells credits through Stripe, Lemon Squeezy, Polar or Paddle, and
              pays each customer once: however often, however late and in whatever order the webhooks come.
            </p>
            <div className="mt-8 flex flex-wrap items-center gap-3">
              <form action={openDemo}>
                <SubmitButton variant="primary" size="lg">
                  Open the demo
                </SubmitButton>
              </form>
              <Button asChild variant="ghost" size="lg">
                <a href="#path">How it works</a>
              </Button>
            </div>
            <p className="mt-4 text-[0.8125rem] text-muted-foreground">
              No sign-up. You get a team of your own and a sandbox to pay in.
            </p>
          </div>
          <TenDeliveries />
        </section>
        <WebhookPath />
        <Guarantees />
        <Commands />
      </main>
      <SiteFooter />
    </>
  );
}
