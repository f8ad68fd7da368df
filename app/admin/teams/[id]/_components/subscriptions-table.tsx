import Link from 'next/link';
import type { TeamStory } from '@/lib/billing/operator';
import { Day } from '../../../../_components/day';
import { SubscriptionStatusBadge } from '../../../../_components/subscription-status-badge';
import { Badge } from '../../../../_components/ui/badge';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../../../_components/ui/table';
import { subscriptionUrl } from '../../../_components/addresses';
import { None } from '../../../_components/none';
import { Nothing, Section } from '../../../_components/section';
import { providerWord } from '../../../_components/words';

export function SubscriptionsTable({ subscriptions }: { subscriptions: TeamStory['subscriptions'] }) {
  if (subscriptions.length === 0)
    return (
      <Section title="Subscriptions">
        <Nothing>It never subscribed.</Nothing>
      </Section>
    );
  return (
    <Section title="Subscriptions">
      <WideTable caption="Subscriptions, the one that counts first">
        <TableHeader>
          <TableRow>
            <TableHead>Plan</TableHead>
            <TableHead>Status</TableHead>
            <TableHead>Provider</TableHead>
            <TableHead className="text-right">Paid until</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {subscriptions.map(({ subscriptionId, plan, status, provider, isCurrent, period }) => (
            <TableRow key={subscriptionId}>
              <TableCell>
                <Link
                  href={subscriptionUrl(subscriptionId)}
                  className="rounded-sm font-medium underline underline-offset-4"
                >
                  {plan?.name ?? 'A plan that is not known'}
                </Link>
              </TableCell>
              <TableCell className="space-x-1">
                <SubscriptionStatusBadge status={status} />
                {isCurrent ? null : <Badge>Not the one that counts</Badge>}
              </TableCell>
              <TableCell>{providerWord(provider)}</TableCell>
              <TableCell className="text-right">{period ? <Day at={period.end} /> : <None />}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </WideTable>
    </Section>
  );
}
