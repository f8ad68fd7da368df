import type { ReactNode } from 'react';
import type { PeriodView, SubscriptionTimeline } from '@/lib/billing';
import { longDay } from '../../../_components/day';
import { periodName } from '../../../_components/period-name';
import { cn } from '../../../_components/ui/cn';
import { createScale, type Mark, marksOf, type Scale } from './timeline-scale';
import { type PlanNames, transitionText } from './transition-text';

const looks = {
  paid: 'border-accent-foreground/35 bg-accent text-accent-foreground',
  refunded: 'border-warning/50 bg-warning-soft text-warning',
  trial: 'border-dashed border-accent-foreground/60 bg-card text-accent-foreground',
  gap: 'border-dashed border-danger bg-[repeating-linear-gradient(135deg,var(--danger-soft)_0_6px,transparent_6px_12px)]',
};

interface TimelinePictureProps {
  timeline: SubscriptionTimeline;
  names: PlanNames;
}

/** The life of a subscription on a line: what was paid for, where nothing was, and what happened. */
export function TimelinePicture({ timeline, names }: TimelinePictureProps) {
  const scale = createScale(timeline);
  const { periods, gaps, transitions, trialEnd, from } = timeline;
  return (
    <figure role="img" aria-label={summary(timeline)} data-testid="timeline">
      <div aria-hidden="true" className="grid gap-1.5">
        <div className="relative h-11 overflow-hidden rounded-md bg-muted">
          {trialEnd ? (
            <Bar scale={scale} start={from} end={trialEnd} look="trial" title={`Trial until ${longDay(trialEnd)}`}>
              Trial
            </Bar>
          ) : null}
          {periods.map((period) => (
            <PeriodBar key={period.periodId} scale={scale} period={period} />
          ))}
          {gaps.map(({ start, end }) => (
            <Bar
              key={start}
              scale={scale}
              start={start}
              end={end}
              look="gap"
              title={`Nothing paid, ${longDay(start)} to ${longDay(end)}`}
            />
          ))}
        </div>
        <div className="relative mx-1.5 h-5">
          <span className="absolute inset-x-0 top-1.5 h-px bg-input" />
          {marksOf(scale, transitions).map((mark) => (
            <Dot key={mark.at} mark={mark} names={names} />
          ))}
        </div>
        <Ticks scale={scale} />
      </div>
      <Legend hasTrial={trialEnd !== null} hasGap={gaps.length > 0} hasRefund={periods.some(isTakenBack)} />
    </figure>
  );
}

function PeriodBar({ scale, period }: { scale: Scale; period: PeriodView }) {
  return (
    <Bar
      scale={scale}
      start={period.start}
      end={period.supersededAt ?? period.end}
      look={isTakenBack(period) ? 'refunded' : 'paid'}
      title={periodName(period)}
    >
      {period.planName}
    </Bar>
  );
}

interface BarProps {
  scale: Scale;
  start: string;
  end: string;
  look: keyof typeof looks;
  title: string;
  children?: ReactNode;
}

function Bar({ scale, start, end, look, title, children }: BarProps) {
  const left = scale.at(start);
  const width = Math.max(scale.at(end) - left, 0.4);
  return (
    <span
      title={title}
      style={{ left: `${left}%`, width: `calc(${width}% - 2px)` }}
      className={cn('absolute inset-y-0 flex items-center overflow-hidden rounded-sm border text-xs', looks[look])}
    >
      {width > 10 ? <span className="truncate px-2">{children}</span> : null}
    </span>
  );
}

function Dot({ mark: { at, transitions }, names }: { mark: Mark; names: PlanNames }) {
  const isBad = transitions.some(({ type }) => type === 'payment_failed' || type === 'period_voided');
  const lines = transitions.map((each) => `${longDay(each.occurredAt)}: ${transitionText(each, names)}`);
  return (
    <span
      title={lines.join('\n')}
      style={{ left: `${at}%` }}
      className={cn(
        'absolute top-0 size-3 -translate-x-1/2 rounded-full border-2 border-card',
        isBad ? 'bg-danger' : 'bg-foreground',
      )}
    />
  );
}

function Ticks({ scale }: { scale: Scale }) {
  const ticks = scale.ticks(5);
  return (
    <div className="flex justify-between text-xs text-muted-foreground">
      {ticks.map((tick, index) => (
        <span key={tick} className={cn('whitespace-nowrap', !hasRoom(index, ticks.length) && 'max-sm:hidden')}>
          {longDay(tick)}
        </span>
      ))}
    </div>
  );
}

/** On a phone three labels fit: both ends, and the middle where there is one. */
function hasRoom(index: number, count: number): boolean {
  return index === 0 || index === count - 1 || index === (count - 1) / 2;
}

function Legend({ hasTrial, hasGap, hasRefund }: { hasTrial: boolean; hasGap: boolean; hasRefund: boolean }) {
  const entries = [
    { look: looks.paid, word: 'Paid period', shown: true },
    { look: looks.refunded, word: 'Money taken back', shown: hasRefund },
    { look: looks.trial, word: 'Trial', shown: hasTrial },
    { look: looks.gap, word: 'Nothing was paid', shown: hasGap },
  ];
  return (
    <figcaption aria-hidden="true" className="mt-4 flex flex-wrap gap-x-5 gap-y-1.5 text-xs text-muted-foreground">
      {entries
        .filter(({ shown }) => shown)
        .map(({ look, word }) => (
          <span key={word} className="flex items-center gap-2">
            <span className={cn('size-3 rounded-[3px] border', look)} /> {word}
          </span>
        ))}
      <span className="flex items-center gap-2">
        <span className="size-2 rounded-full bg-foreground" /> Something happened
      </span>
      <span className="flex items-center gap-2">
        <span className="size-2 rounded-full bg-danger" /> A payment was missed
      </span>
    </figcaption>
  );
}

function isTakenBack({ status }: PeriodView): boolean {
  return status !== 'paid';
}

function summary({ periods, gaps, transitions, from, until }: SubscriptionTimeline): string {
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  return `From ${longDay(from)} to ${longDay(until)}: ${count(periods.length, 'paid period')}, ${count(gaps.length, 'gap')}, ${count(transitions.length, 'event')}. The table says the same.`;
}
