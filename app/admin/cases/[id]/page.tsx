import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { type CaseView, findHelp, getCase, listActions } from '@/lib/billing/operator';
import { CopyableId } from '../../../_components/copyable-id';
import { Detail } from '../../../_components/detail';
import { PageHeader } from '../../../_components/page-header';
import { RelativeTime } from '../../../_components/relative-time';
import { requireOperator } from '../../../_session';
import { ActionsTable } from '../../_components/actions-table';
import { decodePart, eventUrl, helpUrl, teamUrl } from '../../_components/addresses';
import { None } from '../../_components/none';
import { ReasonDialog } from '../../_components/reason-dialog';
import { Facts, Section } from '../../_components/section';
import { CaseBadge } from '../../_components/state-badge';
import { codeWord, providerWord } from '../../_components/words';
import { resolveCaseAction } from '../../actions';
import { BothSides } from './_components/both-sides';

export const metadata: Metadata = { title: 'Case' };

export default async function CasePage({ params }: { params: Promise<{ id: string }> }) {
  await requireOperator();
  const id = decodePart((await params).id);
  const [found, actions] = await Promise.all([getCase(id), listActions({ subject: `case:${id}` })]);
  if (!found) notFound();
  return (
    <>
      <PageHeader
        title={findHelp(found.kind)?.title ?? codeWord(found.kind)}
        description={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <CaseBadge state={found.state} />
            <CopyableId id={found.kind} label="kind of case" />
          </span>
        }
        actions={found.state === 'open' ? <Resolve caseId={id} /> : null}
      />
      <div className="grid grid-cols-1 gap-6">
        <WhatItMeans kind={found.kind} />
        <Section title="What both sides say">
          <BothSides values={found.values} />
        </Section>
        <CaseFacts found={found} />
        {actions.entries.length > 0 ? (
          <Section title="What operators did">
            <ActionsTable caption="What operators did to this case" actions={actions.entries} />
          </Section>
        ) : null}
      </div>
    </>
  );
}

function Resolve({ caseId }: { caseId: string }) {
  return (
    <ReasonDialog
      variant="primary"
      label="Resolve"
      title="Resolve this case?"
      description="It says that somebody has dealt with it. It moves no credits and applies no event: do that first, on the event’s or the team’s page."
      action={resolveCaseAction}
      values={{ caseId }}
    />
  );
}

function WhatItMeans({ kind }: { kind: string }) {
  const help = findHelp(kind);
  if (!help) return null;
  return (
    <Section
      title="What it means, and what to do"
      actions={
        <Link href={helpUrl(kind)} className="rounded-sm text-sm text-accent-foreground underline underline-offset-4">
          In the runbook
        </Link>
      }
    >
      <div className="grid max-w-3xl gap-2 px-5 pb-5 text-sm wrap-anywhere">
        <p>{help.means}</p>
        <p>{help.whatToDo}</p>
        <p className="text-muted-foreground">
          <span className="font-medium text-foreground">Mended when:</span> {help.mendedWhen}
        </p>
      </div>
    </Section>
  );
}

function CaseFacts({ found }: { found: CaseView }) {
  const { provider, eventId, teamId, teamName, endedAt, note, resolvedBy, resolvedByName } = found;
  const link = 'rounded-sm underline underline-offset-4';
  return (
    <Section title="How it came about">
      <Facts>
        <Detail term="About">
          <CopyableId id={found.subject} label="subject" />
        </Detail>
        <Detail term="Brought up by">
          {provider && eventId ? (
            <Link href={eventUrl({ provider, eventId })} className={link}>
              An event of {providerWord(provider)}
            </Link>
          ) : (
            'A comparison, not an event'
          )}
        </Detail>
        <Detail term="Team">
          {teamId ? (
            <Link href={teamUrl(teamId)} className={link}>
              {teamName ?? teamId}
            </Link>
          ) : (
            'Not known'
          )}
        </Detail>
        <Detail term="Opened">
          <RelativeTime at={found.openedAt} />
          {found.occurrences > 1 ? `, seen ${found.occurrences} times` : ''}
        </Detail>
        <Detail term="Seen last">
          <RelativeTime at={found.lastSeenAt} />
        </Detail>
        <Detail term="Ended">{endedAt ? <RelativeTime at={endedAt} /> : <None />}</Detail>
        {resolvedBy ? <Detail term="Resolved by">{resolvedByName ?? resolvedBy}</Detail> : null}
        {note ? <Detail term="Note">{note}</Detail> : null}
      </Facts>
    </Section>
  );
}
