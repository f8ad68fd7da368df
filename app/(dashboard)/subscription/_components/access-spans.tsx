import type { AccessSpan } from '@/lib/billing';
import { accessLevels, accessReason } from '../../../_components/access-words';
import { Amount } from '../../../_components/amount';
import { CopyableId } from '../../../_components/copyable-id';
import { longDay } from '../../../_components/day';
import { periodKinds } from '../../../_components/period-kinds';
import { Badge } from '../../../_components/ui/badge';
import { type PlanNames, transitionText } from './transition-text';

/** The stretches of one day, each with its access and what it rested on. */
export function AccessSpans({ spans, names }: { spans: AccessSpan[]; names: PlanNames }) {
  return (
    <ol className="mt-4 divide-y border-t" data-testid="access-spans" aria-label="Access on that day">
      {spans.map((span) => (
        <li key={span.from} className="px-5 py-4 text-sm">
          <Span span={span} names={names} />
        </li>
      ))}
    </ol>
  );
}

function Span({ span, names }: { span: AccessSpan; names: PlanNames }) {
  const { from, until, access, because } = span;
  const { word, tone } = accessLevels[access.level];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-xs text-muted-foreground">{hours(from, until)}</span>
        <Badge tone={tone}>{word}</Badge>
        <span>{accessReason(access)}</span>
      </p>
      {because ? <Because because={because} names={names} /> : null}
    </>
  );
}

interface BecauseProps {
  because: NonNullable<AccessSpan['because']>;
  names: PlanNames;
}

function Because({ because: { period, transitions }, names }: BecauseProps) {
  return (
    <ul className="mt-2.5 grid gap-1.5 border-l-2 pl-3 text-[0.8125rem]">
      {period ? (
        <li>
          {periodKinds[period.kind]}: {period.planName ?? 'an unknown plan'}, {longDay(period.start)} to{' '}
          {longDay(period.end)}, paid <Amount amountMinor={period.amountMinor} currency={period.currency} />{' '}
          <CopyableId id={period.renewalKey} label="renewal key" className="align-middle text-muted-foreground" />
        </li>
      ) : null}
      {transitions.map((transition) => (
        <li key={transition.transitionId} className="text-muted-foreground">
          {longDay(transition.occurredAt)}: {transitionText(transition, names)}
        </li>
      ))}
    </ul>
  );
}

/** A whole day, or its part: `00:00 to 14:02`. */
function hours(from: string, until: string): string {
  const [start, end] = [from.slice(11, 16), until.slice(11, 16)];
  if (start === '00:00' && end === '00:00') return 'All day';
  if (start === end) return `At ${from.slice(11, 19)}`;
  return `${start} to ${end === '00:00' ? '24:00' : end}`;
}
