import type { Metadata } from 'next';
import Link from 'next/link';
import { getOverview, type Overview } from '@/lib/billing/operator';
import { PageHeader } from '../_components/page-header';
import { requireOperator } from '../_session';
import { DeliveriesPanel } from './_components/deliveries-panel';
import { LagPanel } from './_components/lag-panel';
import { secondsWord } from './_components/seconds';
import { Nothing, Section } from './_components/section';
import { Stat } from './_components/stat';
import { messageStateNames } from './_components/states';
import { codeWord, messageStates } from './_components/words';
import { WorkersCard } from './_components/workers-card';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage() {
  await requireOperator();
  const overview = await getOverview();
  return (
    <>
      <PageHeader title="Overview" description="What arrived in the last day, and what waits for somebody now." />
      <div className="grid grid-cols-1 gap-6">
        <Stats overview={overview} />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <Section title="Deliveries, hour by hour">
            <DeliveriesPanel hours={overview.hours} />
          </Section>
          <Section title="How long it takes">
            <LagPanel hours={overview.hours} />
          </Section>
        </div>
        <div className="grid items-start gap-6 lg:grid-cols-3">
          <OpenCases openCases={overview.figures.openCases} />
          <Outbox outbox={overview.figures.outbox} />
          <WorkersCard workers={overview.workers} />
        </div>
      </div>
    </>
  );
}

function Stats({ overview: { figures, received, byState } }: { overview: Overview }) {
  const { parked = 0, waiting = 0, retrying = 0 } = figures.unsettled;
  const openCases = Object.values(figures.openCases).reduce((sum, count) => sum + count, 0);
  const { oldestUnsettledSeconds, overdueSeconds } = figures;
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
      <Stat term="Received" hint="in 24 hours" href="/admin/inbox" value={received} />
      <Stat term="Applied" hint="of them" href="/admin/inbox?state=applied" value={byState.applied} />
      <Stat term="Parked" hint="wait for a person" href="/admin/inbox?state=parked" value={parked} isBad={parked > 0} />
      <Stat
        term="Waiting, retrying"
        hint="go on by themselves"
        href="/admin/inbox?state=waiting"
        value={waiting + retrying}
      />
      <Stat
        term="Oldest unsettled"
        hint={overdueSeconds === null ? 'none is overdue' : `overdue by ${secondsWord(overdueSeconds)}`}
        value={oldestUnsettledSeconds === null ? 'None' : secondsWord(oldestUnsettledSeconds)}
      />
      <Stat term="Open cases" hint="need a decision" href="/admin/cases" value={openCases} isBad={openCases > 0} />
    </dl>
  );
}

function OpenCases({ openCases }: { openCases: Record<string, number> }) {
  const kinds = Object.entries(openCases).sort(([, a], [, b]) => b - a);
  return (
    <Section title="Open cases by kind">
      {kinds.length === 0 ? <Nothing>Nothing is open.</Nothing> : null}
      <ul className="px-5 pb-4 text-sm">
        {kinds.map(([kind, count]) => (
          <li key={kind} className="flex justify-between gap-4 py-1">
            <Link
              href={`/admin/cases?kind=${encodeURIComponent(kind)}`}
              className="min-w-0 truncate rounded-sm underline-offset-4 hover:underline"
            >
              {codeWord(kind)}
            </Link>
            <span>{count}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Outbox({ outbox }: { outbox: Record<string, number> }) {
  return (
    <Section title="Outbox by state">
      <ul className="px-5 pb-4 text-sm">
        {messageStateNames.map((state) => (
          <li key={state} className="flex justify-between gap-4 py-1">
            <Link
              href={`/admin/outbox?state=${state}`}
              className="min-w-0 truncate rounded-sm underline-offset-4 hover:underline"
            >
              {messageStates[state].word}
            </Link>
            <span>{outbox[state] ?? 0}</span>
          </li>
        ))}
      </ul>
      <Nothing>Sent and superseded ones of the last day.</Nothing>
    </Section>
  );
}
