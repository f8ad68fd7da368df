import { Search, Users } from 'lucide-react';
import type { Metadata } from 'next';
import Form from 'next/form';
import Link from 'next/link';
import type { SearchParams } from 'nuqs/server';
import { findTeams, type TeamEntry } from '@/lib/billing/operator';
import { shortId } from '../../_components/copyable-id';
import { formatCredits } from '../../_components/credits';
import { EmptyState } from '../../_components/empty-state';
import { PageHeader } from '../../_components/page-header';
import { RelativeTime } from '../../_components/relative-time';
import { Badge } from '../../_components/ui/badge';
import { Button } from '../../_components/ui/button';
import { Card } from '../../_components/ui/card';
import { Input } from '../../_components/ui/input';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../_components/ui/table';
import { requireOperator } from '../../_session';
import { teamUrl } from '../_components/addresses';
import { None } from '../_components/none';
import { loadTeamsSearch } from './_search';

export const metadata: Metadata = { title: 'Teams' };

export default async function TeamsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireOperator();
  const { q } = await loadTeamsSearch(searchParams);
  const teams = await findTeams(q.trim().slice(0, 200));
  return (
    <>
      <PageHeader
        title="Teams"
        description="Balance, purchases, subscriptions and what became of them, team by team."
      />
      <Form action="/admin/teams" className="flex max-w-md gap-2" role="search">
        <Input
          name="q"
          defaultValue={q}
          aria-label="Name or id of a team"
          placeholder="Name or id"
          autoComplete="off"
        />
        <Button type="submit">
          <Search aria-hidden="true" /> Find
        </Button>
      </Form>
      <Card className="mt-4">
        {teams.length > 0 ? (
          <TeamsTable teams={teams} />
        ) : (
          <EmptyState icon={Users} title="No such team">
            Search by how its name begins, or by its whole id.
          </EmptyState>
        )}
      </Card>
    </>
  );
}

function TeamsTable({ teams }: { teams: TeamEntry[] }) {
  return (
    <WideTable caption="Teams, the newest first">
      <TableHeader>
        <TableRow>
          <TableHead>Team</TableHead>
          <TableHead className="text-right">Balance</TableHead>
          <TableHead>Open cases</TableHead>
          <TableHead className="text-right">Since</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {teams.map(({ teamId, name, balance, openCases, createdAt }) => (
          <TableRow key={teamId} className="transition-colors hover:bg-muted/60">
            <TableCell>
              <Link href={teamUrl(teamId)} className="rounded-sm font-medium underline-offset-4 hover:underline">
                {name}
              </Link>
              <span className="block font-mono text-xs text-muted-foreground">{shortId(teamId)}</span>
            </TableCell>
            <TableCell className="text-right">{formatCredits(balance)}</TableCell>
            <TableCell>{openCases > 0 ? <Badge tone="danger">{openCases} open</Badge> : <None />}</TableCell>
            <TableCell className="text-right whitespace-nowrap text-muted-foreground">
              <RelativeTime at={createdAt} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </WideTable>
  );
}
