import type { PeriodView } from '@/lib/billing';
import { Amount } from './amount';
import { CopyableId } from './copyable-id';
import { Day } from './day';
import { Detail } from './detail';
import { PaymentStatusBadge } from './payment-status-badge';
import { periodKinds } from './period-kinds';
import { planTitle } from './plan-price';
import { exactTime } from './relative-time';

/** A paid period: what for, how much, and what proved it. Stands in a `dl`. */
export function PeriodDetail({ period }: { period: PeriodView }) {
  const { planName, quantity, start, end, kind, currency, status, supersededAt, isDerived } = period;
  return (
    <>
      <Detail term="Period">
        <Day at={start} /> to <Day at={end} />
        {isDerived ? ', worked out' : ''}
      </Detail>
      <Detail term="What">
        {periodKinds[kind]}, {planTitle(planName ?? 'an unknown plan', quantity)}
      </Detail>
      <Detail term="Paid">
        <Amount amountMinor={period.amountMinor} currency={currency} /> <PaymentStatusBadge status={status} />
      </Detail>
      <Detail term="Paid on">{exactTime(new Date(period.paidAt))}</Detail>
      <Detail term="Tax">
        <Amount amountMinor={period.taxMinor} currency={currency} />
      </Detail>
      <Detail term="Discount">
        <Amount amountMinor={period.discountMinor} currency={currency} />
      </Detail>
      <Detail term="Refunded">
        <Amount amountMinor={period.refundedMinor} currency={currency} />
      </Detail>
      {supersededAt ? (
        <Detail term="Replaced on">
          <Day at={supersededAt} />
        </Detail>
      ) : null}
      <Detail term="Counts once under">
        <CopyableId id={period.renewalKey} label="renewal key" />
      </Detail>
      <Detail term={`Event from ${period.provider}`}>
        <CopyableId id={period.eventId} label="event id" />
      </Detail>
      {period.providerPaymentId ? (
        <Detail term="Provider’s payment">
          <CopyableId id={period.providerPaymentId} label="payment id" />
        </Detail>
      ) : null}
    </>
  );
}
