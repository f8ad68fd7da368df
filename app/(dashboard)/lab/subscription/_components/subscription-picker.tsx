'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useTransition } from 'react';
import type { SandboxSubscriptionView } from '@/lib/billing/lab';
import { CopyableId } from '../../../../_components/copyable-id';
import { planTitle } from '../../../../_components/plan-price';
import { SubscriptionStatusBadge } from '../../../../_components/subscription-status-badge';
import { Card } from '../../../../_components/ui/card';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../../../_components/ui/select';

type Choice = Pick<SandboxSubscriptionView, 'sandboxSubscriptionId' | 'name' | 'quantity' | 'status'>;

interface SubscriptionPickerProps {
  subscriptions: Choice[];
  selected: Choice;
  /** What the sandbox knows of the one that is selected. */
  children: ReactNode;
}

export function SubscriptionPicker({ subscriptions, selected, children }: SubscriptionPickerProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();

  function choose(subscription: string) {
    startTransition(() =>
      router.replace(`/lab/subscription?${new URLSearchParams({ subscription })}`, { scroll: false }),
    );
  }

  return (
    <Card aria-label="Subscription" aria-busy={pending} className="p-4">
      <div className="mb-2 flex items-center justify-between gap-2">
        <span id="subscription-label" className="text-xs font-medium text-muted-foreground">
          Subscription, at the sandbox
        </span>
        <SubscriptionStatusBadge status={selected.status} />
      </div>
      <Select value={selected.sandboxSubscriptionId} onValueChange={choose}>
        <SelectTrigger aria-labelledby="subscription-label">
          <SelectValue>{planTitle(selected.name, selected.quantity)}</SelectValue>
        </SelectTrigger>
        <SelectContent>
          {subscriptions.map(({ sandboxSubscriptionId: id, name, quantity }) => (
            <SelectItem key={id} value={id}>
              {planTitle(name, quantity)} <span className="text-muted-foreground">…{id.slice(-6)}</span>
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
      <CopyableId id={selected.sandboxSubscriptionId} label="subscription id" className="mt-2 text-muted-foreground" />
      {children}
    </Card>
  );
}
