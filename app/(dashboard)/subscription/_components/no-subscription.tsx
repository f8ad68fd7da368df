import { CalendarClock } from 'lucide-react';
import Link from 'next/link';
import { EmptyState } from '../../../_components/empty-state';
import { Button } from '../../../_components/ui/button';
import { Card } from '../../../_components/ui/card';

export function NoSubscription() {
  return (
    <Card>
      <EmptyState
        icon={CalendarClock}
        title="No subscription yet"
        action={
          <Button asChild variant="primary">
            <Link href="/pricing">See the plans</Link>
          </Button>
        }
      >
        Once your team has a plan, you will see each period that was paid for here, and what it gave.
      </EmptyState>
    </Card>
  );
}
