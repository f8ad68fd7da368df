import { ArrowRight } from 'lucide-react';
import type { HistoryEntry } from '@/lib/billing';
import { boughtNames } from '../../../_components/bought-names';
import { CreditsDelta, formatCredits } from '../../../_components/credits';
import { EntryKindBadge } from '../../../_components/entry-kind-badge';
import { entryPeriod } from '../../../_components/period-name';
import { RelativeTime } from '../../../_components/relative-time';
import { Badge } from '../../../_components/ui/badge';
import type { ShownRun } from './shown-run';

/** The balance before and after, and the line of the ledger that explains it. */
export function WhatMoved({ run }: { run: ShownRun }) {
  const moved = run.balanceAfter - run.balanceBefore;
  return (
    <div className="px-5 py-4">
      <dl className="grid grid-cols-[auto_auto_1fr] items-end gap-x-4">
        <div>
          <dt className="text-xs text-muted-foreground">Before</dt>
          <dd className="text-2xl font-semibold tracking-tight">{formatCredits(run.balanceBefore)}</dd>
        </div>
        <ArrowRight className="mb-2 size-4 text-muted-foreground" aria-hidden="true" />
        <div>
          <dt className="text-xs text-muted-foreground">After</dt>
          <dd className="flex flex-wrap items-center gap-x-3 text-2xl font-semibold tracking-tight">
            <span data-testid="balance-after">{formatCredits(run.balanceAfter)}</span>
            {moved === 0 ? (
              <Badge className="tracking-normal">unchanged</Badge>
            ) : (
              <CreditsDelta delta={moved} className="text-sm tracking-normal" />
            )}
          </dd>
        </div>
      </dl>
      <Explanation entries={run.entries} paid={run.paid} />
    </div>
  );
}

function Explanation({ entries, paid }: { entries: HistoryEntry[]; paid: HistoryEntry | undefined }) {
  const lines = entries.length > 0 ? entries : paid ? [paid] : [];
  return (
    <>
      <h4 className="mt-5 mb-2 text-xs text-muted-foreground">
        {entries.length > 0
          ? `The ledger ${entries.length === 1 ? 'line that explains' : 'lines that explain'} it`
          : paid
            ? 'No line was added. The one this payment wrote still stands:'
            : 'No line was added.'}
      </h4>
      <ul className="grid gap-2">
        {lines.map((entry) => (
          <LedgerLine key={entry.id} entry={entry} />
        ))}
      </ul>
    </>
  );
}

function LedgerLine({ entry }: { entry: HistoryEntry }) {
  const behind = entry.payment ? boughtNames(entry.payment) : entryPeriod(entry);
  return (
    <li className="rounded-md border px-3 py-2.5 text-sm">
      <div className="flex items-center justify-between gap-3">
        <EntryKindBadge kind={entry.kind} />
        <CreditsDelta delta={entry.delta} />
      </div>
      <p className="mt-1.5 break-words">
        {entry.reason}
        {behind ? <span className="text-muted-foreground"> · {behind}</span> : null}
      </p>
      <p className="mt-0.5 flex justify-between gap-3 text-xs text-muted-foreground">
        <RelativeTime at={entry.at} />
        <span>balance {formatCredits(entry.balanceAfter)}</span>
      </p>
    </li>
  );
}
