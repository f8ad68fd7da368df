import { randomUUID } from 'node:crypto';
import type { Metadata } from 'next';
import { getCredits } from '@/lib/billing';
import { PageHeader } from '../../_components/page-header';
import { requirePermission } from '../../_session';
import { ReportForm } from './_components/report-form';

export const metadata: Metadata = { title: 'Playground' };

export default async function PlaygroundPage() {
  const { teamId } = await requirePermission('credits.spend');
  const { available } = await getCredits(teamId);
  return (
    <>
      <PageHeader
        title="Playground"
        description="An example of a feature that costs credits: it holds what a job may cost, does it, and spends what it came to."
      />
      <ReportForm firstJobId={randomUUID()} available={available} />
    </>
  );
}
