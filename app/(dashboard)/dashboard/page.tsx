import type { Metadata } from 'next';
import { getCredits, listBillingHistory, listMovementsByDay, listPacks } from '@/lib/billing';
import { PageHeader } from '../../_components/page-header';
import { requireSession } from '../../_session';
import { BalanceCard } from './_components/balance-card';
import { PacksCard } from './_components/packs-card';
import { RecentActivity } from './_components/recent-activity';

export const metadata: Metadata = { title: 'Dashboard' };

const chartDays = 30;

export default async function DashboardPage() {
  const { teamId, teamName } = await requireSession();
  const [credits, days, { entries }] = await Promise.all([
    getCredits(teamId),
    listMovementsByDay(teamId, chartDays),
    listBillingHistory({ teamId, limit: 6 }),
  ]);
  return (
    <>
      <PageHeader title="Dashboard" description={`Credits of ${teamName}.`} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <BalanceCard credits={credits} days={days} />
        <PacksCard packs={listPacks()} />
        <RecentActivity entries={entries} className="lg:col-span-2" />
      </div>
    </>
  );
}
