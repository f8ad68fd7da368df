import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { type EventStory, findHelp } from '@/lib/billing/operator';
import { RelativeTime } from '../../../../../_components/relative-time';
import { cn } from '../../../../../_components/ui/cn';
import { helpUrl } from '../../../../_components/addresses';
import { codeWord, errorCategories } from '../../../../_components/words';

/** Why the event stands as it does, in a sentence, and what to do about it. */
export function Verdict({ story }: { story: EventStory }) {
  const { errorCode, isSettled } = story;
  if (isSettled || errorCode === null) return <Settled story={story} />;
  const help = findHelp(errorCode);
  const isParked = story.state === 'parked';
  const Icon = isParked ? TriangleAlert : CircleHelp;
  return (
    <section
      aria-label="Why it stands like this"
      className={cn(
        'flex min-w-0 gap-3 rounded-lg border px-5 py-4 text-sm wrap-anywhere',
        isParked ? 'bg-danger-soft' : 'bg-accent',
      )}
    >
      <Icon
        className={cn('mt-0.5 size-4 shrink-0', isParked ? 'text-danger' : 'text-accent-foreground')}
        aria-hidden="true"
      />
      <div className="grid min-w-0 gap-1.5">
        <p className="font-semibold">{help?.title ?? codeWord(errorCode)}</p>
        {help ? <p>{help.means}</p> : null}
        {help ? <p>{help.whatToDo}</p> : null}
        <p>
          {story.errorCategory ? `${errorCategories[story.errorCategory]}. ` : ''}
          {story.errorMessage ? `${story.errorMessage} ` : ''}
          {story.nextAttemptAt ? (
            <>
              Tried again <RelativeTime at={story.nextAttemptAt} />.{' '}
            </>
          ) : (
            'Nothing more happens by itself. '
          )}
          <Link href={helpUrl(errorCode)} className="font-medium underline underline-offset-4">
            In the runbook
          </Link>
        </p>
      </div>
    </section>
  );
}

function Settled({ story: { state, outcome, settledAt, isSettled } }: { story: EventStory }) {
  if (!isSettled) return null;
  const said = state === 'applied' && outcome === 'duplicate' ? 'duplicate' : state;
  return (
    <section
      aria-label="Why it stands like this"
      className="flex items-center gap-3 rounded-lg border bg-card px-5 py-4 text-sm"
    >
      <CircleCheck className="size-4 shrink-0 text-success" aria-hidden="true" />
      <p>
        {sentences[said] ?? said} {settledAt ? <RelativeTime at={settledAt} className="text-muted-foreground" /> : null}
      </p>
    </section>
  );
}

const sentences: Record<string, string> = {
  applied: 'Applied. Another delivery, or a replay, is a duplicate and changes nothing.',
  duplicate: 'Every fact in it had been recorded by another event, so it changed nothing.',
  ignored: 'There is nothing in it that counts here.',
  stale: 'Something newer had been applied before it arrived.',
  dismissed: 'An operator decided that it shall never be applied.',
};
