import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  creditPurchases,
  subscriptionBillingPeriods as periods,
  subscriptions,
  subscriptionTransitionAudits as transitions,
} from '@/db/schema';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import type { Instant } from '../events';

export const invoiceFilters = ['all', 'paid', 'unpaid', 'refunded'] as const;
export type InvoiceFilter = (typeof invoiceFilters)[number];

export const invoiceKinds = ['purchase', 'period', 'plan_change', 'open'] as const;

const row = z.object({
  id: z.string(),
  kind: z.enum(invoiceKinds),
  at: z.string(),
  provider: z.string(),
  items: z.array(z.object({ item: z.string().nullable(), quantity: z.number() })),
  amount_minor: z.coerce.number().nullable(),
  refunded_minor: z.coerce.number(),
  currency: z.string().nullable(),
  status: z.enum(['paid', 'unpaid', 'partially_refunded', 'refunded', 'disputed', 'charged_back']),
});

/** What a team was charged once, or is still owed for. Amounts are minor units. */
export interface InvoiceEntry {
  /** Names the payment here: `purchase:…`, `period:…`, `plan_change:…`, `open:…`. */
  id: string;
  kind: (typeof invoiceKinds)[number];
  /** When it was paid; of an unpaid one, when it was first tried. */
  at: Instant;
  provider: string;
  items: { name: string; quantity: number }[];
  /** Null: not paid yet, and the provider did not say. */
  amountMinor: number | null;
  refundedMinor: number;
  currency: string | null;
  status: z.infer<typeof row>['status'];
}

export interface InvoicePage {
  entries: InvoiceEntry[];
  /** Hand it back to read on; null at the end. */
  nextCursor: string | null;
}

export interface InvoiceRequest {
  teamId: string;
  filter?: InvoiceFilter;
  /** From the page before. */
  cursor?: string;
  /** 1 to 200; 25 unless told. */
  limit?: number;
}

/**
 * One page of all that a team was charged: purchases, periods, paid changes of plan, and what is still unpaid; the
 * newest first. Each is on exactly one page, however many arrive meanwhile. Throws `invalid_cursor`.
 */
export async function listInvoices(context: BillingContext, request: InvoiceRequest): Promise<InvoicePage> {
  const { teamId, filter = 'all', cursor } = request;
  const limit = Math.min(Math.max(Math.trunc(request.limit ?? 25), 1), 200);
  const after = cursor === undefined ? sql`true` : isAfter(cursor);
  const found = await context.database.execute(sql`
    select id, kind, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, provider, items,
      amount_minor, refunded_minor, currency, status
    from (${chargesOf(teamId)}) as charges
    where ${isWanted[filter]} and ${after}
    order by charges.at desc, id collate "C" desc
    limit ${limit + 1}`);
  const rows = z.array(row).parse([...found]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor = rows.length > limit && last ? `${last.at}_${last.id}` : null;
  return { entries: shown.map((one) => entry(context, one)), nextCursor };
}

const isWanted: Record<InvoiceFilter, SQL> = {
  all: sql`true`,
  paid: sql`status = 'paid'`,
  unpaid: sql`status = 'unpaid'`,
  refunded: sql`status in ('partially_refunded', 'refunded', 'disputed', 'charged_back')`,
};

function isAfter(cursor: string): SQL {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(.{1,400})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at))) throw BillingError.invalidCursor();
  return sql`(charges.at, id collate "C") < (${at}::timestamptz, ${id})`;
}

function chargesOf(teamId: string): SQL {
  return sql`
    select 'purchase:' || id as id, 'purchase' as kind, paid_at as at, provider, lines as items, amount_minor,
      refunded_minor, currency, status
    from ${creditPurchases} where team_id = ${teamId}
    union all
    select 'period:' || p.id, 'period', p.paid_at, p.provider, ${itemOf(sql`p.plan`, sql`p.quantity`)},
      p.paid_amount_minor, p.refunded_minor, p.currency, p.status
    from ${periods} p join ${subscriptions} s on s.id = p.subscription_id where s.team_id = ${teamId}
    union all
    select 'plan_change:' || t.id, 'plan_change', t.occurred_at, s.provider,
      ${itemOf(sql`coalesce(t.after->>'plan', t.before->>'plan')`, sql`greatest(coalesce((t.after->>'quantity')::int, 1), 1)`)},
      (t.details->>'amountMinor')::bigint, 0, t.details->>'currency', 'paid'
    from ${transitions} t join ${subscriptions} s on s.id = t.subscription_id
    where s.team_id = ${teamId} and t.event_type = 'plan_change_paid'
    union all
    ${unpaidOf(teamId)}`;
}

/** What was tried to be collected of a subscription that has not ended, and was neither paid nor given up. */
function unpaidOf(teamId: string): SQL {
  const key = sql`t.details->>'renewalKey'`;
  return sql`
    select 'open:' || s.id || ':' || (${key}), 'open', min(t.occurred_at), s.provider,
      ${itemOf(sql`s.plan`, sql`s.quantity`)}, null::bigint, 0, null, 'unpaid'
    from ${subscriptions} s join ${transitions} t on t.subscription_id = s.id
    where s.team_id = ${teamId} and s.status <> 'canceled' and t.event_type = 'payment_failed'
      and not exists (
        select from ${periods} p where p.provider = s.provider and p.provider_renewal_key = ${key})
      and not exists (
        select from ${transitions} v where v.subscription_id = s.id and v.event_type = 'period_voided'
          and v.details->>'renewalKey' = ${key})
    group by s.id, ${key}`;
}

function itemOf(item: SQL, quantity: SQL): SQL {
  return sql`jsonb_build_array(jsonb_build_object('item', ${item}, 'quantity', ${quantity}))`;
}

function entry({ settings }: BillingContext, found: z.infer<typeof row>): InvoiceEntry {
  const { id, kind, at, provider, currency, status } = found;
  const items = found.items.map(({ item, quantity }) => ({
    name: item === null ? 'Subscription' : (settings.catalog.findItem(item)?.name ?? item),
    quantity,
  }));
  return {
    ...{ id, kind, at, provider, items, currency, status },
    amountMinor: found.amount_minor,
    refundedMinor: found.refunded_minor,
  };
}
