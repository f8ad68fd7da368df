import Link from 'next/link';
import type { RenewalLab } from '@/lib/billing/lab';
import { Day } from '../../../../_components/day';
import { Detail } from '../../../../_components/detail';
import { SubscriptionStatusBadge } from '../../../../_components/subscription-status-badge';
import { Card, CardHeader, CardTitle } from '../../../../_components/ui/card';
import { testCardWords } from './words';

/** How the subscription stands, in its own time. */
export function RenewalFacts({ lab: { renewal, simulatedNow, card } }: { lab: RenewalLab }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Subscription</CardTitle>
        <SubscriptionStatusBadge status={renewal.status} />
      </CardHeader>
      <dl className="grid gap-3 px-5 pb-5 text-sm">
        <Detail term="Its time">
          <span data-testid="simulated-now">
            {simulatedNow ? <Day at={simulatedNow.toISOString()} /> : 'The real one, so far'}
          </span>
        </Detail>
        <Detail term="Next cycle">{renewal.nextChargeAt ? <Day at={renewal.nextChargeAt} /> : 'None'}</Detail>
        <Detail term="Saved card">
          {card ? `${card.brand} ${card.last4}: ${testCardWords[card.behaviour]}` : 'None'}
        </Detail>
      </dl>
      <p className="border-t px-5 py-3 text-[0.8125rem] text-muted-foreground">
        <Link href="/subscription" className="rounded-sm underline underline-offset-4">
          Save another card, cancel or change the plan
        </Link>{' '}
        as a customer would.
      </p>
    </Card>
  );
}
