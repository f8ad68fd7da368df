import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getSubscriptionStory, type SubscriptionStory } from '@/lib/billing/operator';
import { CopyableId } from '../../../_components/copyable-id';
import { Day } from '../../../_components/day';
import { Detail } from '../../../_components/detail';
import { PageHeader } from '../../../_components/page-header';
import { SubscriptionStatusBadge } from '../../../_components/subscription-status-badge';
import { requireOperator } from '../../../_session';
import { caseUrl, decodePart, teamUrl } from '../../_components/addresses';
import { EventsTable } from '../../_components/events-table';
import { MessagesTable } from '../../_components/messages-table';
import { None } from '../../_components/none';
import { Facts, Nothing, Section } from '../../_components/section';
import { codeWord, providerWord } from '../../_components/words';
import { Chains } from './_components/chains';

export const metadata: Metadata = { title: 'Subscription' };

export default async function SubscriptionPage({ params }: { params: Promise<{ id: string }> }) {
  await requireOperator();
  const story = await getSubscriptionStory(decodePart((await params).id));
  if (!story) notFound();
  const { subscription } = story;
  return (
    <>
      <PageHeader
        title={`Subscription of ${subscription.teamName}`}
        description={
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <SubscriptionStatusBadge status={subscription.status} />
            {providerWord(subscription.provider)}
            <CopyableId id={subscription.providerSubscriptionId} label="subscription id" />
          </span>
        }
      />
      <div className="grid grid-cols-1 gap-6">
        <HowItStands story={story} />
        <Section title="From receipt to period to message">
          <Chains chains={story.chains} />
        </Section>
        <Section title="Every event about it">
          {story.events.length > 0 ? (
            <EventsTable caption="Events about the subscription, the newest first" events={story.events} />
          ) : (
            <Nothing>Its events are not kept any more.</Nothing>
          )}
        </Section>
        <Section title="Messages">
          {story.messages.length > 0 ? (
            <MessagesTable caption="Messages about the subscription, the newest first" messages={story.messages} />
          ) : (
            <Nothing>Nothing was to be told about it.</Nothing>
          )}
        </Section>
      </div>
    </>
  );
}

function HowItStands({ story: { subscription, openCases } }: { story: SubscriptionStory }) {
  const { teamId, teamName, plan, quantity, isCurrent, cancelAtPeriodEnd, endedAt, revision } = subscription;
  const link = 'rounded-sm underline underline-offset-4';
  return (
    <Section title="How it stands">
      <Facts>
        <Detail term="Team">
          <Link href={teamUrl(teamId)} className={link}>
            {teamName}
          </Link>
        </Detail>
        <Detail term="Plan">
          {plan ? codeWord(plan) : 'Not known'}
          {quantity === 1 ? '' : ` × ${quantity}`}
        </Detail>
        <Detail term="Paid for">{range(subscription.currentPeriodStart, subscription.currentPeriodEnd)}</Detail>
        <Detail term="The provider tells">
          {range(subscription.providerPeriodStart, subscription.providerPeriodEnd)}
        </Detail>
        <Detail term="Counts for access">{isCurrent ? 'Yes' : 'No, another one does'}</Detail>
        <Detail term="Ends">
          {endedAt ? <Day at={endedAt} /> : cancelAtPeriodEnd ? 'With what is paid for' : <None />}
        </Detail>
        <Detail term="Paid periods that moved it">{revision}</Detail>
        <Detail term="Open cases">
          {openCases.length === 0 ? <None /> : null}
          {openCases.map(({ id, kind }) => (
            <Link key={id} href={caseUrl(id)} className={`block ${link}`}>
              {codeWord(kind)}
            </Link>
          ))}
        </Detail>
      </Facts>
    </Section>
  );
}

function range(start: string | null, end: string | null) {
  if (start === null || end === null) return <None />;
  return (
    <>
      <Day at={start} /> to <Day at={end} />
    </>
  );
}
