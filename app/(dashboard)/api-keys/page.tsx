import { BookOpen, KeyRound } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { listApiKeys, maxApiKeys } from '@/lib/api';
import { EmptyState } from '../../_components/empty-state';
import { PageHeader } from '../../_components/page-header';
import { Button } from '../../_components/ui/button';
import { Card, CardHeader, CardTitle } from '../../_components/ui/card';
import { requirePermission } from '../../_session';
import { CreateKeyForm } from './_components/create-key-form';
import { KeysTable } from './_components/keys-table';

export const metadata: Metadata = { title: 'API keys' };

export default async function ApiKeysPage() {
  const { teamId } = await requirePermission('apiKeys.manage');
  const keys = await listApiKeys(teamId);
  return (
    <>
      <PageHeader
        title="API keys"
        description="For servers of your product that spend this team’s credits. A key is shown once, and opens this team only."
        actions={
          <Button asChild>
            <Link href="/docs/api">
              <BookOpen aria-hidden="true" /> Documentation
            </Link>
          </Button>
        }
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Card aria-labelledby="keys" className="min-w-0">
          <CardHeader>
            <CardTitle id="keys">Keys</CardTitle>
          </CardHeader>
          {keys.length > 0 ? (
            <KeysTable keys={keys} />
          ) : (
            <EmptyState icon={KeyRound} title="No keys yet">
              Make one, give it to a server of yours, and it can read the balance and spend.
            </EmptyState>
          )}
        </Card>
        <Card aria-labelledby="new-key">
          <CardHeader>
            <div>
              <CardTitle id="new-key">New key</CardTitle>
              <p className="mt-1 text-sm text-muted-foreground">At most {maxApiKeys} can be in use.</p>
            </div>
          </CardHeader>
          <CreateKeyForm />
        </Card>
      </div>
    </>
  );
}
