import type { Metadata } from 'next';
import { can } from '@/lib/auth';
import { listMessagePreferences } from '@/lib/billing';
import { PageHeader } from '../../_components/page-header';
import { Card, CardHeader, CardTitle } from '../../_components/ui/card';
import { requireSession } from '../../_session';
import { NoticesForm } from './_components/notices-form';

export const metadata: Metadata = { title: 'Settings' };

export default async function SettingsPage() {
  const { teamId, role } = await requireSession();
  const preferences = await listMessagePreferences(teamId);
  return (
    <>
      <PageHeader title="Settings" description="What this team is told, and what it would rather not hear." />
      <Card className="max-w-2xl" aria-labelledby="notices">
        <CardHeader>
          <div>
            <CardTitle id="notices">E-mail notices</CardTitle>
            <p className="mt-1 text-sm text-muted-foreground">
              They go to the team&rsquo;s owners and billing contacts. Receipts and what a payment needs are always
              sent.
            </p>
          </div>
        </CardHeader>
        <NoticesForm preferences={preferences} mayChange={can(role, 'billing.manage')} />
      </Card>
    </>
  );
}
