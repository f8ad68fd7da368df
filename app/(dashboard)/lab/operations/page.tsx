import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { createLoader, createSerializer, parseAsString, type SearchParams } from 'nuqs/server';
import { BillingError } from '@/lib/billing';
import { listOwnCases, listOwnEvents } from '@/lib/billing/demo';
import { PageHeader } from '../../../_components/page-header';
import { findDemo } from '../../../_demo';
import { requirePermission } from '../../../_session';
import { Pager } from '../../../admin/_components/pager';
import { Nothing, Section } from '../../../admin/_components/section';
import { LabTabs } from '../_components/lab-tabs';
import { OwnCases } from './_components/own-cases';
import { OwnEvents } from './_components/own-events';

export const metadata: Metadata = { title: 'Operator’s view' };

const search = { cursor: parseAsString };
const loadSearch = createLoader(search);
const pageUrl = createSerializer(search);

/** What an operator of the product sees in the inbox, of this team alone. In a public demo only. */
export default async function OperationsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { teamId } = await requirePermission('lab.use');
  if (!(await findDemo(teamId))) notFound();
  const { cursor } = await loadSearch(searchParams);
  const [{ entries, nextCursor }, cases] = await Promise.all([
    listOwnEvents({ teamId, cursor }).catch(asNotFound),
    listOwnCases(teamId),
  ]);
  return (
    <>
      <PageHeader
        title="Operator’s view"
        description="What whoever runs the product sees of your team: every webhook, what became of it, and what needs a person. Of other teams there is nothing here."
      />
      <LabTabs current="/lab/operations" />
      <div className="grid grid-cols-1 gap-6">
        {cases.length > 0 ? (
          <Section title="Open cases">
            <OwnCases cases={cases} />
          </Section>
        ) : null}
        <Section title="Inbox">
          {entries.length > 0 ? <OwnEvents events={entries} /> : <Nothing>No event has arrived yet.</Nothing>}
        </Section>
      </div>
      <Pager
        label="Pages of the inbox"
        first={cursor === null ? null : '/lab/operations'}
        older={nextCursor === null ? null : pageUrl('/lab/operations', { cursor: nextCursor })}
      />
    </>
  );
}

function asNotFound(error: unknown): never {
  if (error instanceof BillingError && error.code === 'invalid_cursor') notFound();
  throw error;
}
