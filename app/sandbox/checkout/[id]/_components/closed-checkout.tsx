import Link from 'next/link';
import type { HostedCheckout } from '@/lib/billing/lab';
import { Button } from '../../../../_components/ui/button';

type ClosedState = Exclude<HostedCheckout['state'], 'open' | 'pending'>;

const labels: Record<ClosedState, { title: string; text: string }> = {
  paid: { title: 'This order is paid', text: 'It cannot be paid a second time.' },
  failed: { title: 'This payment failed', text: 'Nothing was charged. Start again from the shop.' },
  expired: { title: 'This checkout has ended', text: 'Nothing was charged. Start again from the shop.' },
};

const begun = { title: 'This subscription has begun', text: 'It cannot be bought a second time here.' };

interface ClosedCheckoutProps {
  state: ClosedState;
  checkoutId: string;
  isPlan: boolean;
}

export function ClosedCheckout({ state, checkoutId, isPlan }: ClosedCheckoutProps) {
  const { title, text } = isPlan && state === 'paid' ? begun : labels[state];
  return (
    <div>
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="mt-1 text-sm text-muted-foreground">{text}</p>
      <Button asChild variant="primary" className="mt-6">
        <Link href={`/checkout/return?${new URLSearchParams({ checkout: checkoutId })}`}>Back to the shop</Link>
      </Button>
    </div>
  );
}
