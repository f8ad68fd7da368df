'use client';

import { useActionState, useEffect, useState } from 'react';
import type { Plan } from '@/lib/billing';
import type { SandboxSubscriptionView } from '@/lib/billing/lab';
import { Card } from '../../../../_components/ui/card';
import { ActionButton, type ActionOffer } from '../../_components/action-button';
import { labFormId, resultId } from '../../_components/ids';
import { runSubscriptionAction } from '../actions';
import { DeliveryOrders } from './delivery-orders';
import { actionLabels, groupLabels } from './labels';

interface SubscriptionActionsProps {
  subscription: Pick<SandboxSubscriptionView, 'sandboxSubscriptionId' | 'item' | 'possibleActions'>;
  plans: Pick<Plan, 'item' | 'name'>[];
}

export function SubscriptionActions({ subscription, plans }: SubscriptionActionsProps) {
  const [{ runId, error }, run] = useActionState(runSubscriptionAction, { runId: null, error: null });
  const [order, setOrder] = useState('in_order');

  useEffect(() => {
    if (runId) document.getElementById(resultId)?.scrollIntoView({ block: 'nearest' });
  }, [runId]);

  return (
    <Card aria-label="What to try">
      <form id={labFormId} action={run}>
        <input type="hidden" name="sandboxSubscriptionId" value={subscription.sandboxSubscriptionId} />
        {/* React resets a form after its action: made anew, the order that was chosen stays. */}
        <DeliveryOrders key={runId} order={order} onChange={setOrder} />
        {offersOf(subscription, plans).map(({ title, offers }) => (
          <fieldset key={title} className="border-b px-2 pt-3 pb-2 last:border-b-0">
            <legend className="float-left mb-1 w-full px-2 text-xs font-medium text-muted-foreground">{title}</legend>
            {offers.map((offer) => (
              <ActionButton key={offer.name} action={offer} />
            ))}
          </fieldset>
        ))}
      </form>
      {error ? (
        <p role="alert" className="border-t px-4 py-3 text-[0.8125rem] text-danger">
          {error}
        </p>
      ) : null}
    </Card>
  );
}

/** What means something for the subscription as it stands; a change of plan once for each other plan. */
function offersOf(
  { item, possibleActions }: SubscriptionActionsProps['subscription'],
  plans: SubscriptionActionsProps['plans'],
) {
  const all = Object.entries(actionLabels).filter(([name]) => possibleActions.some((possible) => possible === name));
  return Object.entries(groupLabels).flatMap(([group, title]) => {
    const offers = all
      .filter(([, labels]) => labels.group === group)
      .flatMap(([name, { label, hint }]): ActionOffer[] =>
        name === 'change_plan'
          ? plans
              .filter((plan) => plan.item !== item)
              .map((plan) => ({ name: `${name} ${plan.item}`, label: `Change to ${plan.name}`, hint }))
          : [{ name, label, hint }],
      );
    return offers.length > 0 ? [{ title, offers }] : [];
  });
}
