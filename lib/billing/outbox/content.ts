import { z } from 'zod';
import type { MailContent } from '../../email';
import type { Catalog } from '../catalog';
import type { OutboxMessage } from './outbox';

const day = z.coerce.date();
const optionalDay = day.nullish().transform((at) => at ?? null);
const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

const purchasePaid = z.object({
  purchaseId: z.string(),
  lines: z.array(z.object({ item: z.string(), quantity: z.number() })),
  credits: z.number(),
  amountMinor: z.number(),
  taxMinor: z.number().nullish(),
  currency: z.string(),
  paidAt: day,
});

const subscriptionRenewed = z.object({
  kind: z.string(),
  plan: optionalText,
  quantity: z.number(),
  periodStart: day,
  periodEnd: day,
  amountMinor: z.number(),
  currency: z.string(),
});

/** A provider's page to pay on; anything else than https is no link for a mail. */
const payUrl = optionalText.transform((url) => (url?.startsWith('https://') ? url : null));

const paymentFailed = z.object({ payUrl, nextAttemptAt: optionalDay });
const restricted = z.object({ endsAt: optionalDay });
const ending = z.object({ plan: optionalText, endsAt: optionalDay });
const creditsLow = z.object({ balance: z.number(), lowAt: z.number() });
const topUpFailed = z.object({ item: z.string(), reason: z.string() });
const caseOpened = z.object({ caseId: z.string(), kind: z.string(), subject: z.string(), provider: optionalText });

/** What the mail of a message says. Throws when the message's payload is not what its type promises. */
export function contentOf(
  message: Pick<OutboxMessage, 'eventType' | 'payload' | 'billingPeriodId'>,
  { teamName, catalog }: { teamName: string; catalog: Catalog },
): MailContent {
  const { eventType, payload } = message;
  const nameOf = (item: string) => catalog.findItem(item)?.name ?? item;
  const planName = (plan: string | null) => (plan === null ? null : nameOf(plan));
  switch (eventType) {
    case 'purchase_paid': {
      const { lines, credits, currency, amountMinor, taxMinor, paidAt, purchaseId } = purchasePaid.parse(payload);
      return {
        ...{ type: eventType, teamName, credits, paidAt, reference: purchaseId },
        lines: lines.map(({ item, quantity }) => ({ name: nameOf(item), quantity })),
        paid: { amountMinor, currency },
        tax: taxMinor ? { amountMinor: taxMinor, currency } : null,
      };
    }
    case 'subscription_renewed': {
      const { kind, plan, quantity, periodStart, periodEnd, amountMinor, currency } =
        subscriptionRenewed.parse(payload);
      return {
        ...{ type: eventType, teamName, isFirst: kind === 'first', planName: planName(plan), quantity },
        ...{ period: { start: periodStart, end: periodEnd }, paid: { amountMinor, currency } },
        reference: message.billingPeriodId ?? '',
      };
    }
    case 'payment_failed':
    case 'payment_retry_failed':
      return { type: eventType, teamName, ...paymentFailed.parse(payload) };
    case 'action_needed':
      return { type: eventType, teamName, payUrl: paymentFailed.parse(payload).payUrl };
    case 'card_needed':
      return { type: eventType, teamName };
    case 'access_restricted':
      return { type: eventType, teamName, ...restricted.parse(payload) };
    case 'subscription_ending':
    case 'subscription_ended': {
      const { plan, endsAt } = ending.parse(payload);
      return { type: eventType, teamName, planName: planName(plan), endsAt };
    }
    case 'credits_low':
      return { type: eventType, teamName, ...creditsLow.parse(payload) };
    case 'top_up_failed': {
      const { item, reason } = topUpFailed.parse(payload);
      return { type: eventType, teamName, itemName: nameOf(item), reason };
    }
    case 'case_opened':
      return { type: eventType, ...caseOpened.parse(payload) };
    default:
      throw new TypeError(`There is no mail for ${eventType}.`);
  }
}
