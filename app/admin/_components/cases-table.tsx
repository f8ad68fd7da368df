import Link from 'next/link';
import type { CaseView } from '@/lib/billing/operator';
import { shortId } from '../../_components/copyable-id';
import { RelativeTime } from '../../_components/relative-time';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../_components/ui/table';
import { caseUrl } from './addresses';
import { None } from './none';
import { CaseBadge } from './state-badge';
import { TeamLink } from './team-link';
import { codeWord, providerWord } from './words';

/** Cases, each leading to its own page. */
export function CasesTable({ caption, cases }: { caption: string; cases: CaseView[] }) {
  return (
    <WideTable caption={caption}>
      <TableHeader>
        <TableRow>
          <TableHead>Case</TableHead>
          <TableHead>State</TableHead>
          <TableHead>About</TableHead>
          <TableHead>Team</TableHead>
          <TableHead className="text-right">Seen</TableHead>
          <TableHead className="text-right">Opened</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {cases.map((found) => (
          <TableRow key={found.id} className="transition-colors hover:bg-muted/60">
            <TableCell className="min-w-44">
              <Link href={caseUrl(found.id)} className="rounded-sm font-medium underline-offset-4 hover:underline">
                {codeWord(found.kind)}
              </Link>
            </TableCell>
            <TableCell>
              <CaseBadge state={found.state} />
            </TableCell>
            <TableCell className="max-w-72">
              <span className="block truncate font-mono text-xs" title={found.subject}>
                {shortId(found.subject)}
              </span>
              {found.provider ? (
                <span className="block text-xs text-muted-foreground">{providerWord(found.provider)}</span>
              ) : null}
            </TableCell>
            <TableCell className="max-w-48">
              {found.teamId ? <TeamLink teamId={found.teamId} teamName={found.teamName} /> : <None />}
            </TableCell>
            <TableCell className="text-right whitespace-nowrap">
              {found.occurrences === 1 ? 'once' : `${found.occurrences} times`}
            </TableCell>
            <TableCell className="text-right whitespace-nowrap text-muted-foreground">
              <RelativeTime at={found.openedAt} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </WideTable>
  );
}
