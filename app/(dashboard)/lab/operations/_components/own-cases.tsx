import { type CaseView, findHelp } from '@/lib/billing/operator';
import { RelativeTime } from '../../../../_components/relative-time';
import { CaseBadge } from '../../../../admin/_components/state-badge';
import { codeWord } from '../../../../admin/_components/words';

/** What needs a person, and what that person would do. */
export function OwnCases({ cases }: { cases: CaseView[] }) {
  return (
    <ul className="divide-y border-t text-sm">
      {cases.map(({ id, kind, state, openedAt }) => (
        <li key={id} className="grid gap-1 px-5 py-3.5">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{codeWord(kind)}</span>
            <CaseBadge state={state} />
            <RelativeTime at={openedAt} className="text-muted-foreground" />
          </p>
          <p className="text-muted-foreground">{findHelp(kind)?.whatToDo ?? 'An operator looks at it.'}</p>
        </li>
      ))}
    </ul>
  );
}
