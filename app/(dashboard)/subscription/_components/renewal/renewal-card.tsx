import { CreditCard } from 'lucide-react';
import type { Plan, RenewalView } from '@/lib/billing';
import { Amount } from '../../../../_components/amount';
import { Day } from '../../../../_components/day';
import { planTitle } from '../../../../_components/plan-price';
import { Card, CardHeader, CardTitle } from '../../../../_components/ui/card';
import { FailedPayment } from './failed-payment';
import { RenewalManager } from './renewal-manager';

interface RenewalCardProps {
  renewal: RenewalView;
  plans: Plan[];
  /** Whether whoever looks may change what the team pays for. */
  mayManage: boolean;
}

/** A subscription that we renew: what is charged next, to which card, and what to do where that failed. */
export function RenewalCard({ renewal, plans, mayManage }: RenewalCardProps) {
  const { paymentMethod: card, failed } = renewal;
  return (
    <Card aria-labelledby="renewal-title" id="renewal" className="scroll-mt-20">
      <CardHeader>
        <CardTitle id="renewal-title">Renewal</CardTitle>
      </CardHeader>
      <div className="grid grid-cols-1 gap-5 px-5 pb-5">
        {failed ? <FailedPayment failed={failed} isFirst={renewal.status === 'incomplete'} /> : null}
        <dl className="grid gap-3 text-sm [&_dt]:mb-0.5 [&_dt]:text-xs [&_dt]:text-muted-foreground">
          <div>
            <dt>Upcoming charge</dt>
            <dd data-testid="upcoming-charge">
              <Upcoming renewal={renewal} plans={plans} />
            </dd>
          </div>
          <div>
            <dt>Payment method</dt>
            <dd data-testid="payment-method" className="flex items-center gap-2">
              {card ? (
                <>
                  <CreditCard className="size-4 text-muted-foreground" aria-hidden="true" />
                  {card.brand ?? 'Card'} ending in {card.last4 ?? 'unknown'}
                  {card.expMonth && card.expYear ? (
                    <span className="text-muted-foreground">
                      until {String(card.expMonth).padStart(2, '0')}/{card.expYear}
                    </span>
                  ) : null}
                </>
              ) : (
                'None is saved'
              )}
            </dd>
          </div>
        </dl>
        {mayManage ? (
          <RenewalManager
            subscriptionId={renewal.subscriptionId}
            choices={choicesOf(renewal)}
            plans={plans.map(({ item, name }) => ({ item, name }))}
            current={{ item: renewal.nextItem ?? renewal.item, quantity: renewal.nextQuantity ?? renewal.quantity }}
          />
        ) : null}
      </div>
    </Card>
  );
}

function Upcoming({ renewal, plans }: { renewal: RenewalView; plans: Plan[] }) {
  const { nextChargeAt, cancelAtPeriodEnd, currentPeriodEnd, status, currency } = renewal;
  if (status === 'canceled') return 'None, it has ended';
  if (cancelAtPeriodEnd)
    return currentPeriodEnd ? (
      <>
        None, it ends on <Day at={currentPeriodEnd} />
      </>
    ) : (
      'None, it is canceled'
    );
  if (nextChargeAt === null) return 'None is planned';
  const item = renewal.nextItem ?? renewal.item;
  const name = plans.find((plan) => plan.item === item)?.name ?? item;
  return (
    <>
      <Amount amountMinor={renewal.nextAmountMinor} currency={currency} /> on <Day at={nextChargeAt} />
      <span className="block text-[0.8125rem] text-muted-foreground">
        {planTitle(name, renewal.nextQuantity ?? renewal.quantity)}
        {renewal.nextItem ? ', changed from then on' : ''}
      </span>
    </>
  );
}

/** What means something as it stands. */
function choicesOf({ status, cancelAtPeriodEnd }: RenewalView) {
  const isLive = status !== 'canceled' && status !== 'incomplete';
  return {
    cancel: isLive && !cancelAtPeriodEnd,
    resume: isLive && cancelAtPeriodEnd,
    changePlan: isLive && !cancelAtPeriodEnd,
    card: status !== 'canceled',
  };
}
