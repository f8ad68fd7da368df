import Link from 'next/link';
import type { ReactNode } from 'react';
import type { EventStory } from '@/lib/billing/operator';
import { CopyableId } from '../../../../../_components/copyable-id';
import { Detail } from '../../../../../_components/detail';
import { RelativeTime } from '../../../../../_components/relative-time';
import { subscriptionUrl, teamUrl } from '../../../../_components/addresses';
import { None } from '../../../../_components/none';
import { Facts, Section } from '../../../../_components/section';
import { codeWord, errorCategories } from '../../../../_components/words';

export function EventFacts({ story }: { story: EventStory }) {
  const { subscription, errorCategory, errorCode, waitingFor, assignedTeamId } = story;
  const link = 'rounded-sm underline underline-offset-4';
  return (
    <Section title="How it went">
      <Facts>
        <Detail term="Happened">{time(story.occurredAt ? new Date(story.occurredAt) : null)}</Detail>
        <Detail term="Received">{time(story.receivedAt)}</Detail>
        <Detail term="Delivered last">
          {time(story.lastDeliveredAt)}
          {story.deliveryCount > 1 ? `, ${story.deliveryCount} times in all` : ', once'}
        </Detail>
        <Detail term="Settled">{time(story.settledAt)}</Detail>
        <Detail term="Attempts">{story.attempts}</Detail>
        <Detail term="Last error category">{errorCategory ? errorCategories[errorCategory] : <None />}</Detail>
        <Detail term="Last error">{errorCode ? codeWord(errorCode) : <None />}</Detail>
        <Detail term="Is a retry safe?">
          {story.retrySafe ? 'Yes: it takes the way of a delivery' : 'No: its body is not kept any more'}
        </Detail>
        <Detail term="Team">
          {story.teamId ? (
            <Link href={teamUrl(story.teamId)} className={link}>
              {story.teamName ?? story.teamId}
            </Link>
          ) : (
            'Not known'
          )}
          {assignedTeamId ? <span className="block text-xs text-muted-foreground">An operator said so</span> : null}
        </Detail>
        <Detail term="Affected subscription">
          {subscription ? (
            <Link href={subscriptionUrl(subscription.subscriptionId)} className={`${link} break-all`}>
              {subscription.providerSubscriptionId}
            </Link>
          ) : (
            <None />
          )}
        </Detail>
        <Detail term="About">
          {story.subjectKey ? <CopyableId id={story.subjectKey} label="subject" /> : <None />}
        </Detail>
        <Detail term="Environment">{story.environment ?? 'As its endpoint’s secret says'}</Detail>
        {waitingFor.length > 0 ? (
          <Detail term="Waits for any of">
            <ul className="grid gap-1">
              {waitingFor.map((key) => (
                <li key={key}>
                  <CopyableId id={key} label="key" />
                </li>
              ))}
            </ul>
          </Detail>
        ) : null}
        {story.claimedTeams.length > 0 ? (
          <Detail term="Team that its body names">
            {story.claimedTeams.map(({ teamId, name }) => (
              <Link key={teamId} href={teamUrl(teamId)} className={`block ${link}`}>
                {name}
              </Link>
            ))}
            <span className="block text-xs text-muted-foreground">A hint, no proof: buyers can set it</span>
          </Detail>
        ) : null}
      </Facts>
    </Section>
  );
}

function time(at: Date | null): ReactNode {
  return at ? <RelativeTime at={at} /> : <None />;
}
