import { ChartNoAxesColumn } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import type { SearchParams } from 'nuqs/server';
import { getUsage } from '@/lib/billing';
import { findLowBalance } from '@/lib/billing/top-ups';
import { EmptyState } from '../../_components/empty-state';
import { PageHeader } from '../../_components/page-header';
import { Button } from '../../_components/ui/button';
import { Card } from '../../_components/ui/card';
import { requirePermission } from '../../_session';
import { LowBalanceNotice } from '../_components/low-balance-notice';
import { DaysCard } from './_components/days-card';
import { SharesCard } from './_components/shares-card';
import { SpanLinks } from './_components/span-links';
import { loadUsageSearch } from './_search';

export const metadata: Metadata = { title: 'Usage' };

export default async function UsagePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { teamId } = await requirePermission('team.view');
  const { days } = await loadUsageSearch(searchParams);
  const [usage, low] = await Promise.all([getUsage({ teamId, days }), findLowBalance(teamId)]);
  return (
    <>
      <PageHeader
        title="Usage"
        description="What the team’s credits went on, by day, by reason and by who spent them."
        actions={
          <Button asChild>
            <Link href="/playground">Spend some</Link>
          </Button>
        }
      />
      <LowBalanceNotice low={low} />
      <SpanLinks current={days} />
      {usage.total > 0 ? (
        <div className="mt-4 grid grid-cols-1 gap-6 lg:grid-cols-2">
          <DaysCard usage={usage} className="lg:col-span-2" />
          <SharesCard id="reasons" title="By reason" shares={usage.reasons} total={usage.total} />
          <SharesCard id="members" title="By member" shares={usage.actors} total={usage.total} />
        </div>
      ) : (
        <Card className="mt-4">
          <EmptyState icon={ChartNoAxesColumn} title={`Nothing was spent in the last ${days} days`}>
            What the team spends in the product, or through the API, shows here.
          </EmptyState>
        </Card>
      )}
    </>
  );
}
