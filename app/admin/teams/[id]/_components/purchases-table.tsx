import Link from 'next/link';
import type { TeamStory } from '@/lib/billing/operator';
import { Amount } from '../../../../_components/amount';
import { Day } from '../../../../_components/day';
import { PaymentStatusBadge } from '../../../../_components/payment-status-badge';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../../../_components/ui/table';
import { eventUrl } from '../../../_components/addresses';
import { Nothing, Section } from '../../../_components/section';
import { providerWord } from '../../../_components/words';

export function PurchasesTable({ purchases }: { purchases: TeamStory['purchases'] }) {
  if (purchases.length === 0)
    return (
      <Section title="Purchases">
        <Nothing>Nothing was bought once.</Nothing>
      </Section>
    );
  return (
    <Section title="Purchases">
      <WideTable caption="Purchases, the newest first">
        <TableHeader>
          <TableRow>
            <TableHead>Bought</TableHead>
            <TableHead>Status</TableHead>
            <TableHead className="text-right">Paid</TableHead>
            <TableHead className="text-right">On</TableHead>
            <TableHead>Event</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {purchases.map((purchase) => (
            <TableRow key={purchase.purchaseId}>
              <TableCell>
                {purchase.items.map(({ item, name, quantity }) => (
                  <span key={item} className="block">
                    {quantity > 1 ? `${quantity} × ` : ''}
                    {name}
                  </span>
                ))}
              </TableCell>
              <TableCell>
                <PaymentStatusBadge status={purchase.status} />
              </TableCell>
              <TableCell className="text-right">
                <Amount amountMinor={purchase.amountMinor} currency={purchase.currency} />
              </TableCell>
              <TableCell className="text-right">
                <Day at={purchase.paidAt} />
              </TableCell>
              <TableCell>
                <Link href={eventUrl(purchase)} className="rounded-sm underline underline-offset-4">
                  {providerWord(purchase.provider)}
                </Link>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </WideTable>
    </Section>
  );
}
