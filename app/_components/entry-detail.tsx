import type { ReactNode } from 'react';
import type { HistoryEntry, HistoryPayment } from '@/lib/billing';
import { Amount } from './amount';
import { boughtNames } from './bought-names';
import { CopyableId } from './copyable-id';
import { PaymentStatusBadge } from './payment-status-badge';
import { exactTime } from './relative-time';

/** Why a line of the ledger is there: the payment, the event that proved it, and who did it. */
export function EntryDetail({ entry }: { entry: HistoryEntry }) {
  return (
    <dl className="grid gap-x-10 gap-y-4 text-[0.8125rem] sm:grid-cols-2 lg:grid-cols-3">
      {entry.payment ? <PaymentDetail payment={entry.payment} /> : null}
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

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-1 text-xs text-muted-foreground">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
