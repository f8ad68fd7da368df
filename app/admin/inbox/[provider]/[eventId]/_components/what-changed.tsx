import type { EventStory } from '@/lib/billing/operator';
import { CreditsDelta, formatCredits } from '../../../../../_components/credits';
import { EntryKindBadge } from '../../../../../_components/entry-kind-badge';
import { ScrollText } from '../../../../_components/scroll-text';
import { Nothing, Section } from '../../../../_components/section';
import { MessageBadge } from '../../../../_components/state-badge';
import { codeWord } from '../../../../_components/words';

/** What the event moved, made and told, as far as anything shows it. */
export function WhatChanged({ story: { changed, details, isSettled } }: { story: EventStory }) {
  const { entries, transitions, messages } = changed;
  const isNothing = entries.length === 0 && transitions.length === 0 && messages.length === 0;
  return (
    <Section title="What it changed">
      {isNothing ? <Nothing>{isSettled ? 'Nothing.' : 'Nothing yet.'}</Nothing> : null}
      {isNothing ? null : (
        <ul className="grid gap-2 px-5 pb-5 text-sm">
          {entries.map(({ id, kind, delta, balanceAfter, reason }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <EntryKindBadge kind={kind} />
              <CreditsDelta delta={delta} />
              <span className="text-muted-foreground">
                {reason}; the balance was {formatCredits(balanceAfter)} then
              </span>
            </li>
          ))}
          {transitions.map(({ transitionId, type, before, after }) => (
            <li key={transitionId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium">{codeWord(type)}</span>
              <span className="text-muted-foreground">{changeOf(before, after)}</span>
            </li>
          ))}
          {messages.map(({ id, eventType, state }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-medium">Message: {codeWord(eventType).toLowerCase()}</span>
              <MessageBadge state={state} />
            </li>
          ))}
        </ul>
      )}
      {details ? <ScrollText label="What the outcome rests on" text={JSON.stringify(details, null, 2)} /> : null}
    </Section>
  );
}

type Side = Record<string, unknown> | null;

/** `status: active → past_due` */
function changeOf(before: Side, after: Side): string {
  const names = Object.keys(after ?? {}).filter((name) => text(before?.[name]) !== text(after?.[name]));
  return names
    .slice(0, 4)
    .map((name) => `${name}: ${text(before?.[name])} → ${text(after?.[name])}`)
    .join(', ');
}

function text(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
