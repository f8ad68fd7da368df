import type { getCardSetup } from '@/lib/billing/lab';
import { Button } from '../../../../_components/ui/button';

type Setup = NonNullable<Awaited<ReturnType<typeof getCardSetup>>>;

export function ClosedSetup({ setup: { state, successPath, cancelPath } }: { setup: Setup }) {
  const isSaved = state === 'saved';
  return (
    <div className="mt-6 rounded-lg border bg-card p-5">
      <p className="text-sm">{isSaved ? 'A card was saved here already.' : 'This page was left without a card.'}</p>
      <Button asChild variant="primary" className="mt-4">
        <a href={isSaved ? successPath : cancelPath}>Back to the shop</a>
      </Button>
    </div>
  );
}
