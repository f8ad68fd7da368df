import type { Metadata } from 'next';
import Link from 'next/link';
import { PageHeader } from '../../../_components/page-header';
import { Button } from '../../../_components/ui/button';
import { Card } from '../../../_components/ui/card';
import { requireSession } from '../../../_session';
import { CreateTeamForm } from './_components/create-team-form';

export const metadata: Metadata = { title: 'New team' };

export default async function NewTeamPage() {
  const { isAnonymous } = await requireSession();
  return (
    <>
      <PageHeader
        title="New team"
        description="It has a balance, a subscription and members of its own. You own it, and invite others."
      />
      <Card className="max-w-md p-5" aria-label="New team">
        {isAnonymous ? (
          <div className="grid justify-items-start gap-4 text-sm">
            <p className="text-muted-foreground">
              A demo has one team. Sign up, and it becomes yours; then you can make more.
            </p>
            <Button asChild variant="primary">
              <Link href="/sign-up">Sign up</Link>
            </Button>
          </div>
        ) : (
          <CreateTeamForm />
        )}
      </Card>
    </>
  );
}
