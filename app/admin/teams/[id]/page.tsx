import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { getTeamStory } from '@/lib/billing/operator';
import { CopyableId } from '../../../_components/copyable-id';
import { PageHeader } from '../../../_components/page-header';
import { requireOperator } from '../../../_session';
import { ActionsTable } from '../../_components/actions-table';
import { decodePart } from '../../_components/addresses';
import { CasesTable } from '../../_components/cases-table';
import { EventsTable } from '../../_components/events-table';
import { MessagesTable } from '../../_components/messages-table';
import { Nothing, Section } from '../../_components/section';
import { AdjustForm } from './_components/adjust-form';
import { EntriesTable } from './_components/entries-table';
import { PurchasesTable } from './_components/purchases-table';
import { SubscriptionsTable } from './_components/subscriptions-table';
import { TeamFacts } from './_components/team-facts';

export const metadata: Metadata = { title: 'Team' };

export default async function TeamPage({ params }: { params: Promise<{ id: string }> }) {
  await requireOperator();
  const story = await getTeamStory(decodePart((await params).id));
  if (!story) notFound();
  const { teamId } = story;
  return (
    <>
      <PageHeader title={story.name} description={<CopyableId id={teamId} label="team id" />} />
      <div className="grid grid-cols-1 gap-6">
        {story.cases.length > 0 ? (
          <Section title="Open cases">
            <CasesTable caption="The team’s open cases" cases={story.cases} />
          </Section>
        ) : null}
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid min-w-0 gap-6">
            <TeamFacts story={story} />
            <SubscriptionsTable subscriptions={story.subscriptions} />
            <PurchasesTable purchases={story.purchases} />
          </div>
          <AdjustForm teamId={teamId} idempotencyKey={randomUUID()} />
        </div>
        <EntriesTable entries={story.entries} />
        <Section
          title="Events"
          actions={
            <Link
              href={`/admin/inbox?team=${encodeURIComponent(teamId)}`}
              className="rounded-sm text-sm text-accent-foreground underline underline-offset-4"
            >
              All in the inbox
            </Link>
          }
        >
          {story.events.length > 0 ? (
            <EventsTable caption="The team’s events, the newest first" events={story.events} />
          ) : (
            <Nothing>No event is known to be this team’s.</Nothing>
          )}
        </Section>
        <Section title="Messages">
          {story.messages.length > 0 ? (
            <MessagesTable caption="Messages to the team, the newest first" messages={story.messages} />
          ) : (
            <Nothing>Nothing was to be told to this team.</Nothing>
          )}
        </Section>
        <Section title="What operators did">
          {story.actions.length > 0 ? (
            <ActionsTable caption="What operators did for the team, the newest first" actions={story.actions} />
          ) : (
            <Nothing>Nobody has done anything by hand.</Nothing>
          )}
        </Section>
      </div>
    </>
  );
}
