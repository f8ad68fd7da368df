import { ScrollText } from 'lucide-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { BillingError } from '@/lib/billing';
import { listActions } from '@/lib/billing/operator';
import { EmptyState } from '../../_components/empty-state';
import { PageHeader } from '../../_components/page-header';
import { Card } from '../../_components/ui/card';
import { requireOperator } from '../../_session';
import { ActionsTable } from '../_components/actions-table';
import { Pager } from '../_components/pager';
import { auditUrl, loadAuditSearch } from './_search';

export const metadata: Metadata = { title: 'Audit log' };

export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireOperator();
  const { cursor } = await loadAuditSearch(searchParams);
  const page = await listActions({ cursor }).catch((error: unknown) => {
    if (error instanceof BillingError && error.code === 'invalid_cursor') redirect('/admin/audit');
    throw error;
  });
  return (
    <>
      <PageHeader
        title="Audit log"
        description="What operators did, to what, when and why. Lines are only ever added."
      />
      <Card>
        {page.entries.length > 0 ? (
          <ActionsTable caption="What operators did, the newest first" actions={page.entries} />
        ) : (
          <EmptyState icon={ScrollText} title="Nobody has done anything by hand">
            A replay, a dismissal, a resolved case and adjusted credits are written down here.
          </EmptyState>
        )}
      </Card>
      <Pager
        label="Pages of the audit log"
        first={cursor ? '/admin/audit' : null}
        older={page.nextCursor ? auditUrl('/admin/audit', { cursor: page.nextCursor }) : null}
      />
    </>
  );
}
