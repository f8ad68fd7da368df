'use client';

import { useRouter } from 'next/navigation';
import { useTransition } from 'react';
import type { LabPayment } from '@/lib/billing/lab';
import { formatMoney } from '@/lib/money';
import { CopyableId } from '../../../_components/copyable-id';
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
      <div className="mb-2 flex items-center justify-between gap-2">
        <span id="payment-label" className="text-xs font-medium text-muted-foreground">
          Payment
        </span>
        <PaymentStatusBadge status={selected.status} />
      </div>
      <Select value={selected.purchaseId} onValueChange={choose}>
        <SelectTrigger aria-labelledby="payment-label">
          <SelectValue>{paymentLabel(selected)}</SelectValue>
        </SelectTrigger>
        <SelectContent>
          {payments.map((payment) => (
            <SelectItem key={payment.purchaseId} value={payment.purchaseId}>
              {paymentLabel(payment)} <span className="text-muted-foreground">…{payment.purchaseKey.slice(-6)}</span>
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <CopyableId id={selected.purchaseKey} label="purchase key" className="mt-2 text-muted-foreground" />
    </Card>
  );
}

/** Two payments can look alike; the end of the key that follows tells them apart. */
function paymentLabel({ items, amountMinor, currency }: LabPayment): string {
  return `${items.map(({ name }) => name).join(', ')} · ${formatMoney({ amountMinor, currency })}`;
}
