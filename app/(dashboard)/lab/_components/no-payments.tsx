import { FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { EmptyState } from '../../../_components/empty-state';
import { Button } from '../../../_components/ui/button';
import { Card } from '../../../_components/ui/card';

export function NoPayments() {
  return (
    <Card>
      <EmptyState
        icon={FlaskConical}
        title="The lab needs a payment to work on"
        action={
          <Button asChild variant="primary">
            <Link href="/dashboard#packs">Buy a pack first</Link>
          </Button>
        }
      >
        Pay for a pack in the sandbox; no real money moves. Then come back and try to be paid for it twice.
      </EmptyState>
    </Card>
  );
}
