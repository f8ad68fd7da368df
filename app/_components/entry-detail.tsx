import type { HistoryEntry, HistoryPayment } from '@/lib/billing';
import { Amount } from './amount';
import { boughtNames } from './bought-names';
import { CopyableId } from './copyable-id';
import { Detail } from './detail';
import { PaymentStatusBadge } from './payment-status-badge';
import { PeriodDetail } from './period-detail';
import { entryPeriod } from './period-name';
import { exactTime } from './relative-time';

/** Why a line of the ledger is there: the payment or the paid period, the event that proved it, and who did it. */
export function EntryDetail({ entry }: { entry: HistoryEntry }) {
  return (
    <dl className="grid gap-x-10 gap-y-4 text-[0.8125rem] sm:grid-cols-2 lg:grid-cols-3">
      <Detail term="Why">{entry.reason}</Detail>
      {entry.payment ? <PaymentDetail payment={entry.payment} /> : null}
      <PeriodBehind entry={entry} />
      <Detail term="When">{exactTime(entry.at)}</Detail>
      <Detail term="Who">
        <code className="font-mono text-xs break-all">{entry.actor}</code>
      </Detail>
      {entry.ref ? (
        <Detail term="Reference">
          <CopyableId id={entry.ref} label="reference" />
        </Detail>
      ) : null}
      <Detail term="Ledger line">
        <CopyableId id={entry.id} label="ledger line id" />
      </Detail>
    </dl>
  );
}

/** A change within a period was paid on its own: what the period cost says nothing of it. */
function PeriodBehind({ entry }: { entry: HistoryEntry }) {
  if (entry.period === null) return null;
  return entry.isPlanChange ? (
    <Detail term="Within the period">{entryPeriod(entry)}</Detail>
  ) : (
    <PeriodDetail period={entry.period} />
  );
}

function PaymentDetail({ payment }: { payment: HistoryPayment }) {
  const { currency } = payment;
  return (
    <>
      <Detail term="Bought">{boughtNames(payment)}</Detail>
      <Detail term="Paid">
        <Amount amountMinor={payment.amountMinor} currency={currency} /> <PaymentStatusBadge status={payment.status} />
      </Detail>
      <Detail term="Counts once under">
        <CopyableId id={payment.purchaseKey} label="purchase key" />
      </Detail>
      <Detail term="Tax">
        <Amount amountMinor={payment.taxMinor} currency={currency} />
      </Detail>
      <Detail term="Discount">
        <Amount amountMinor={payment.discountMinor} currency={currency} />
      </Detail>
      <Detail term="Refunded">
        <Amount amountMinor={payment.refundedMinor} currency={currency} />
      </Detail>
      <Detail term={`Event from ${payment.provider}`}>
        <CopyableId id={payment.eventId} label="event id" />
      </Detail>
      {payment.providerPaymentId ? (
        <Detail term="Provider’s payment">
          <CopyableId id={payment.providerPaymentId} label="payment id" />
        </Detail>
      ) : null}
    </>
  );
}
