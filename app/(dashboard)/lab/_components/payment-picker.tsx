'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import type { LabPayment } from '@/lib/billing/lab';
import { formatMoney } from '@/lib/money';
import { CopyableId, shortId } from '../../../_components/copyable-id';
import { PaymentStatusBadge } from '../../../_components/payment-status-badge';
import { Card } from '../../../_components/ui/card';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../../_components/ui/select';

export function PaymentPicker({ payments, selected }: { payments: LabPayment[]; selected: LabPayment }) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();

  function choose(payment: string) {
    startTransition(() => router.replace(`/lab?${new URLSearchParams({ payment })}`, { scroll: false }));
  }

  return (
    <Card aria-label="Payment" aria-busy={pending} className="p-4">
      <span id="payment-label" className="mb-1.5 block text-xs font-medium text-muted-foreground">
        Payment
      </span>
      <Select value={selected.purchaseId} onValueChange={choose}>
        <SelectTrigger aria-labelledby="payment-label">
          <SelectValue />
        </SelectTrigger>
        <SelectContent>
          {payments.map((payment) => (
            <SelectItem key={payment.purchaseId} value={payment.purchaseId}>
              {paymentLabel(payment)}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <div className="mt-3 flex items-center justify-between gap-2">
        <CopyableId id={selected.purchaseKey} label="purchase key" className="text-muted-foreground" />
        <PaymentStatusBadge status={selected.status} />
      </div>
    </Card>
  );
}

function paymentLabel({ items, amountMinor, currency, purchaseKey }: LabPayment): string {
  const names = items.map(({ name }) => name).join(', ');
  return `${names || shortId(purchaseKey)} · ${formatMoney({ amountMinor, currency })}`;
}
