import { FlaskConical } from 'lucide-react';
import Link from 'next/link';
import { EmptyState } from '../../../../_components/empty-state';
import { Button } from '../../../../_components/ui/button';
import { Card } from '../../../../_components/ui/card';

export function NoSubscriptions() {
  return (
    <Card>
      <EmptyState
        icon={FlaskConical}
        title="The lab needs a subscription to work on"
        action={
          <Button asChild variant="primary">
            <Link href="/pricing">Subscribe to a plan first</Link>
          </Button>
        }
      >
        Subscribe in the sandbox; no real money moves. Then come back, let months pass and lose, shuffle or repeat the
        messages.
      </EmptyState>
    </Card>
  );
}
