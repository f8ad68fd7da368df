import Link from 'next/link';
import type { PeriodChain } from '@/lib/billing/operator';
import { Amount } from '../../../../_components/amount';
import { CreditsDelta } from '../../../../_components/credits';
import { Day } from '../../../../_components/day';
import { periodKinds } from '../../../../_components/period-kinds';
import { RelativeTime } from '../../../../_components/relative-time';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../../../_components/ui/table';
import { eventUrl } from '../../../_components/addresses';
import { None } from '../../../_components/none';
import { Nothing } from '../../../_components/section';
import { MessageBadge } from '../../../_components/state-badge';
import { codeWord } from '../../../_components/words';

/** For each paid period: what came in, what it paid for, what it gave, what was told. */
export function Chains({ chains }: { chains: PeriodChain[] }) {
  if (chains.length === 0) return <Nothing>Nothing of it has been paid for yet.</Nothing>;
  return (
    <WideTable caption="Paid periods, the latest first">
      <TableHeader>
        <TableRow>
          <TableHead>Receipt</TableHead>
          <TableHead>Period</TableHead>
          <TableHead className="text-right">Paid</TableHead>
          <TableHead className="text-right">Credits</TableHead>
          <TableHead>Messages</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {chains.map(({ receipt, period, credits, messages }) => (
          <TableRow key={period.periodId}>
            <TableCell className="align-top">
              {receipt ? (
                <>
                  <Link href={eventUrl(receipt)} className="rounded-sm underline underline-offset-4">
                    {receipt.type}
                  </Link>
                  <RelativeTime at={receipt.receivedAt} className="block text-xs text-muted-foreground" />
                </>
              ) : (
                'Not kept any more'
              )}
            </TableCell>
            <TableCell className="align-top whitespace-nowrap">
              <Day at={period.start} /> to <Day at={period.end} />
              <span className="block text-xs text-muted-foreground">
                {periodKinds[period.kind]}
                {period.supersededAt ? ', replaced later' : ''}
              </span>
            </TableCell>
            <TableCell className="text-right align-top">
              <Amount amountMinor={period.amountMinor} currency={period.currency} />
            </TableCell>
            <TableCell className="text-right align-top">
              {credits > 0 ? <CreditsDelta delta={credits} /> : <None />}
            </TableCell>
            <TableCell className="align-top">
              {messages.length === 0 ? <None /> : null}
              {messages.map(({ id, eventType, state }) => (
                <span key={id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
                  {codeWord(eventType)} <MessageBadge state={state} />
                </span>
              ))}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </WideTable>
  );
}
