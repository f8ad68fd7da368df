import type { TeamStory } from '@/lib/billing/operator';
import { CopyableId } from '../../../../_components/copyable-id';
import { formatCredits } from '../../../../_components/credits';
import { Detail } from '../../../../_components/detail';
import { RelativeTime } from '../../../../_components/relative-time';
import { None } from '../../../_components/none';
import { Facts, Section } from '../../../_components/section';
import { providerWord } from '../../../_components/words';

export function TeamFacts({ story: { credits, createdAt, members, customers } }: { story: TeamStory }) {
  return (
    <Section title="Credits">
      <Facts>
        <Detail term="Balance">
          <span data-testid="team-balance" className="text-lg font-semibold">
            {formatCredits(credits.balance)}
          </span>
        </Detail>
        <Detail term="Held for jobs">{formatCredits(credits.held)}</Detail>
        <Detail term="Can be spent now">{formatCredits(credits.available)}</Detail>
        <Detail term="Since">
          <RelativeTime at={createdAt} />, {members === 1 ? '1 member' : `${members} members`}
        </Detail>
        <Detail term="Customers at providers">
          {customers.length === 0 ? <None /> : null}
          {customers.map(({ provider, providerCustomerId }) => (
            <span key={`${provider} ${providerCustomerId}`} className="flex flex-wrap items-center gap-1">
              {providerWord(provider)} <CopyableId id={providerCustomerId} label="customer id" />
            </span>
          ))}
        </Detail>
      </Facts>
    </Section>
  );
}
