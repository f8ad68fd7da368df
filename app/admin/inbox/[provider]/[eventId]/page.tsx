import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getEventStory, providerNames } from '@/lib/billing/operator';
import { CopyableId } from '../../../../_components/copyable-id';
import { PageHeader } from '../../../../_components/page-header';
import { requireOperator } from '../../../../_session';
import { ActionsTable } from '../../../_components/actions-table';
import { decodePart } from '../../../_components/addresses';
import { CasesTable } from '../../../_components/cases-table';
import { Nothing, Section } from '../../../_components/section';
import { EventBadge } from '../../../_components/state-badge';
import { providerWord } from '../../../_components/words';
import { EventBody } from './_components/event-body';
import { EventButtons } from './_components/event-buttons';
import { EventFacts } from './_components/event-facts';
import { Verdict } from './_components/verdict';
import { WhatChanged } from './_components/what-changed';

export const metadata: Metadata = { title: 'Event' };

export default async function EventPage({ params }: { params: Promise<{ provider: string; eventId: string }> }) {
  await requireOperator();
  const { provider: told, eventId } = await params;
  const provider = providerNames.find((name) => name === decodePart(told));
  const story = provider && (await getEventStory({ provider, eventId: decodePart(eventId) }));
  if (!story) notFound();
  return (
    <>
      <PageHeader
        title={story.type ?? 'An event without a type'}
        description={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <EventBadge state={story.state} outcome={story.outcome} />
            {providerWord(story.provider)}
            <CopyableId id={story.eventId} label="event id" />
          </span>
        }
        actions={<EventButtons story={story} />}
      />
      <div className="grid grid-cols-1 gap-6">
        <Verdict story={story} />
        <EventFacts story={story} />
        {story.cases.length > 0 ? (
          <Section title="Cases">
            <CasesTable caption="Cases that this event brought up" cases={story.cases} />
          </Section>
        ) : null}
        <WhatChanged story={story} />
        <EventBody body={story.body} sha256={story.bodySha256} />
        <Section title="What operators did">
          {story.actions.length > 0 ? (
            <ActionsTable caption="What operators did to this event, the newest first" actions={story.actions} />
          ) : (
            <Nothing>Nobody has touched this event.</Nothing>
          )}
        </Section>
      </div>
    </>
  );
}
