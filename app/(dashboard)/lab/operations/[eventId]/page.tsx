import { ArrowLeft, RotateCw } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getOwnEvent } from '@/lib/billing/demo';
import { type EventStory, findHelp } from '@/lib/billing/operator';
import { CopyableId } from '../../../../_components/copyable-id';
import { Detail } from '../../../../_components/detail';
import { PageHeader } from '../../../../_components/page-header';
import { RelativeTime } from '../../../../_components/relative-time';
import { SubmitButton } from '../../../../_components/submit-button';
import { requirePermission } from '../../../../_session';
import { decodePart } from '../../../../admin/_components/addresses';
import { OperatorForm } from '../../../../admin/_components/operator-form';
import { Facts, Section } from '../../../../admin/_components/section';
import { EventBadge } from '../../../../admin/_components/state-badge';
import { EventBody } from '../../../../admin/inbox/[provider]/[eventId]/_components/event-body';
import { WhatChanged } from '../../../../admin/inbox/[provider]/[eventId]/_components/what-changed';
import { replayOwnAction } from '../actions';

export const metadata: Metadata = { title: 'Event' };

/** One of the team's own events with all that became of it. */
export default async function OwnEventPage({ params }: { params: Promise<{ eventId: string }> }) {
  const { teamId } = await requirePermission('lab.use');
  const eventId = decodePart((await params).eventId);
  const story = await getOwnEvent(teamId, { provider: 'sandbox', eventId });
  if (!story) notFound();
  return (
    <>
      <Link
        href="/lab/operations"
        className="mb-4 inline-flex items-center gap-1.5 rounded-sm text-sm text-muted-foreground hover:text-foreground"
      >
        <ArrowLeft className="size-4" aria-hidden="true" /> Inbox
      </Link>
      <PageHeader
        title={story.type ?? 'An event without a type'}
        description={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <EventBadge state={story.state} outcome={story.outcome} />
            <CopyableId id={story.eventId} label="event id" />
          </span>
        }
        actions={
          <OperatorForm action={replayOwnAction} values={{ eventId: story.eventId }}>
            <SubmitButton>
              <RotateCw aria-hidden="true" /> Replay
            </SubmitButton>
          </OperatorForm>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        <HowItWent story={story} />
        <WhatChanged story={story} />
        <EventBody body={story.body} sha256={story.bodySha256} />
      </div>
    </>
  );
}

function HowItWent({ story }: { story: EventStory }) {
  const help = story.errorCode === null || story.isSettled ? null : findHelp(story.errorCode);
  return (
    <Section title="How it went">
      {help ? (
        <p className="px-5 pb-4 text-sm">
          <strong className="font-semibold">{help.title}.</strong> {help.means} {help.whatToDo}
        </p>
      ) : null}
      <Facts>
        <Detail term="Received">
          <RelativeTime at={story.receivedAt} />
        </Detail>
        <Detail term="Deliveries">{story.deliveryCount}</Detail>
        <Detail term="Attempts">{story.attempts}</Detail>
        <Detail term="Settled">{story.settledAt ? <RelativeTime at={story.settledAt} /> : 'Not yet'}</Detail>
      </Facts>
    </Section>
  );
}
