import type { ReactNode } from 'react';
import type { SandboxSubscriptionView } from '@/lib/billing/lab';
import { Day } from '../../../../_components/day';

/** What only the sandbox knows: its own time, the card, and what it holds back. */
export function SandboxFacts({ subscription }: { subscription: SandboxSubscriptionView }) {
  const { sandboxNow, periodEnd, endedAt, nextCard, delayed } = subscription;
  return (
    <dl className="mt-3 grid gap-1.5 border-t pt-3 text-[0.8125rem]">
      <Fact term="Today at the sandbox">
        <Day at={sandboxNow.toISOString()} />
      </Fact>
      <Fact term={endedAt ? 'Ended' : 'Next falls due'}>
        <Day at={(endedAt ?? periodEnd).toISOString()} />
      </Fact>
      <Fact term="Card">{nextCard}</Fact>
      {delayed.length > 0 ? <Fact term="Held back">{delayed.join(', ')}</Fact> : null}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-3">
      <dt className="text-muted-foreground">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
