import type { Metadata } from 'next';
import { getSavedCard, listPlans } from '@/lib/billing';
import { getRenewalLab } from '@/lib/billing/lab';
import { PageHeader } from '../../../_components/page-header';
import { requirePermission } from '../../../_session';
import { LabTabs } from '../_components/lab-tabs';
import { CyclesCard } from './_components/cycles-card';
import { RenewalFacts } from './_components/renewal-facts';
import { SubscribeWithCard } from './_components/subscribe-with-card';
import { TimeMachine } from './_components/time-machine';

export const metadata: Metadata = { title: 'Lab, our renewals' };

export default async function RenewalLabPage() {
  const { teamId } = await requirePermission('lab.use');
  const [lab, card] = await Promise.all([getRenewalLab(teamId), getSavedCard(teamId)]);
  return (
    <>
      <PageHeader
        title="Lab"
        description="Here the clock is ours: we say when a cycle begins, and charge a saved card. Let a year pass, with a card that declines, asks, is slow, or takes the money and loses the answer."
      />
      <LabTabs current="/lab/renewals" />
      {lab ? (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
          <div className="grid min-w-0 grid-cols-1 gap-4">
            <RenewalFacts lab={lab} />
            <TimeMachine />
          </div>
          <CyclesCard cycles={lab.cycles} />
        </div>
      ) : (
        <SubscribeWithCard plans={listPlans()} card={card} />
      )}
    </>
  );
}
