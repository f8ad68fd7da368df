import type { CaseState, InboxState, MessageState, RunView } from '@/lib/billing/operator';
import { Badge } from '../../_components/ui/badge';
import { caseStates, inboxStates, messageStates, runStates } from './words';

/** An event's state; an applied one in which every fact was known says so. */
export function EventBadge({ state, outcome }: { state: InboxState; outcome: string | null }) {
  const { word, tone } = inboxStates[state];
  if (state === 'applied' && outcome === 'duplicate') return <Badge>Duplicate</Badge>;
  return <Badge tone={tone}>{word}</Badge>;
}

export function MessageBadge({ state }: { state: MessageState }) {
  const { word, tone } = messageStates[state];
  return <Badge tone={tone}>{word}</Badge>;
}

export function CaseBadge({ state }: { state: CaseState }) {
  const { word, tone } = caseStates[state];
  return <Badge tone={tone}>{word}</Badge>;
}

export function RunBadge({ state }: { state: RunView['state'] }) {
  const { word, tone } = runStates[state];
  return <Badge tone={tone}>{word}</Badge>;
}
