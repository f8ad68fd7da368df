'use client';

import { type ReactNode, useActionState } from 'react';
import type { Plan } from '@/lib/billing';
import type { SandboxSubscriptionView, SubscriptionAction } from '@/lib/billing/lab';
import { actInPortal } from '../actions';
import { ChangePlan } from './change-plan';
import { PortalButton } from './portal-button';

interface PortalActionsProps {
  subscription: SandboxSubscriptionView;
  plans: Plan[];
}

/** Everything that a customer can do to a subscription on a provider's page. */
export function PortalActions({ subscription, plans }: PortalActionsProps) {
  const [{ done, error }, act] = useActionState(actInPortal, { done: null, error: null });
  const { sandboxSubscriptionId: id, possibleActions, nextCard } = subscription;
  const can = (action: SubscriptionAction) => possibleActions.includes(action);
  const hidden = <input type="hidden" name="sandboxSubscriptionId" value={id} />;
  return (
    <div className="grid gap-8">
      <p role={error ? 'alert' : 'status'} data-testid="portal-message" className="empty:hidden">
        {error ? (
          <span className="block rounded-md bg-danger-soft px-3 py-2 text-[0.8125rem] text-danger">{error}</span>
        ) : done ? (
          <span className="block rounded-md bg-success-soft px-3 py-2 text-[0.8125rem] text-success">{done}</span>
        ) : null}
      </p>
      {can('change_plan') ? (
        <Group title="Change the plan">
          <form action={act}>
            {hidden}
            <ChangePlan
              key={`${subscription.item} ${subscription.quantity}`}
              plans={plans}
              item={subscription.item}
              quantity={subscription.quantity}
            />
          </form>
        </Group>
      ) : null}
      {can('fail_next_card') || can('fix_card') ? (
        <Group title="Card">
          <form action={act} className="flex flex-wrap items-center justify-between gap-3">
            {hidden}
            <p className="text-sm">
              {nextCard === 'accepted'
                ? 'Test card 4242, accepted'
                : 'Test card 0341, declined from the next payment on'}
            </p>
            <PortalButton action="fail_next_card" possible={can('fail_next_card')} label="Fail the next card" />
            <PortalButton action="fix_card" possible={can('fix_card')} label="Fix the card" primary />
          </form>
        </Group>
      ) : null}
      <Group title="Cancel or pause">
        <form action={act} className="flex flex-wrap gap-2">
          {hidden}
          <PortalButton action="resume" possible={can('resume')} label="Resume the subscription" primary />
          <PortalButton action="unpause" possible={can('unpause')} label="End the pause" primary />
          <PortalButton action="pause" possible={can('pause')} label="Pause" />
          <PortalButton
            action="cancel_at_period_end"
            possible={can('cancel_at_period_end')}
            label="Cancel at the period’s end"
          />
          <PortalButton action="cancel_now" possible={can('cancel_now')} label="Cancel now" danger />
        </form>
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t pt-5">
      <h2 className="mb-3 text-sm font-semibold">{title}</h2>
      {children}
    </section>
  );
}
