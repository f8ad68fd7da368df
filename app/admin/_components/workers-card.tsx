import type { Overview } from '@/lib/billing/operator';
import { shortId } from '../../_components/copyable-id';
import { RelativeTime } from '../../_components/relative-time';
import { Nothing, Section } from './section';

const kinds: Record<string, string> = { worker: 'Worker', cron: 'Schedule', server: 'Server' };

/** Which processes drain, and when each was seen last. */
export function WorkersCard({ workers }: { workers: Overview['workers'] }) {
  return (
    <Section title="Who does the background work">
      {workers.length === 0 ? (
        <Nothing>
          Nobody has been seen: run <code className="font-mono text-xs">npm run worker</code>, or call{' '}
          <code className="font-mono text-xs">/api/cron/drain</code> each minute.
        </Nothing>
      ) : null}
      <ul className="px-5 pb-4 text-sm">
        {workers.map(({ id, kind, seenAt }) => (
          <li key={id} className="flex justify-between gap-4 py-1">
            <span className="min-w-0 truncate" title={id}>
              {kinds[kind] ?? kind} <span className="font-mono text-xs text-muted-foreground">{shortId(id)}</span>
            </span>
            <RelativeTime at={seenAt} className="whitespace-nowrap text-muted-foreground" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
