import { z } from 'zod';
import type { Transaction } from '@/db/client';
import type { Catalog } from '../catalog';
import type { ProviderName } from '../events';
import { type Audit, listAudits } from './audits';
import type { ToldEnd } from './derive';
import type { Explanation, Recorded } from './period';
import { listPeriods, type Period } from './periods';
import { findPlan, type PlanFound } from './plan';
import type { Subscription } from './store';

/** What a new period is judged by. */
export interface History {
  periods: Period[];
  recorded: Recorded[];
  explanations: Explanation[];
  toldEnds: (ToldEnd & { found: PlanFound })[];
}

export async function readHistory(
  tx: Transaction,
  { provider, catalog }: { provider: ProviderName; catalog: Catalog },
  subscription: Subscription,
): Promise<History> {
  const [periods, audits] = await Promise.all([listPeriods(tx, subscription.id), listAudits(tx, subscription.id)]);
  return {
    periods,
    recorded: periods.map(asRecorded),
    explanations: audits.flatMap(explanationOf),
    toldEnds: audits.flatMap((audit) => toldEndOf(audit, provider, catalog)),
  };
}

function asRecorded({ id, periodStart, periodEnd, supersededAt, kind }: Period): Recorded {
  return {
    id,
    start: periodStart,
    end: periodEnd,
    supersededAt,
    isReplacement: kind === 'replacement',
    isAfterEnd: kind === 'after_end',
  };
}

const status = z.object({ status: z.enum(['paused', 'unpaid']) });
const voided = z.object({
  reason: z.enum(['voided', 'uncollectible', 'not_billed']),
  start: z.string().nullable(),
  end: z.string().nullable(),
});

function explanationOf({ eventType, after, details, occurredAt }: Audit): Explanation[] {
  if (eventType === 'status_changed' || eventType === 'status_told_late') {
    const told = status.safeParse(after);
    return told.success ? [{ reason: told.data.status, from: occurredAt, to: occurredAt }] : [];
  }
  const read = eventType === 'period_voided' ? voided.safeParse(details) : null;
  if (!read?.success) return [];
  const { reason, start, end } = read.data;
  return [{ reason, from: start ?? occurredAt, to: end ?? occurredAt }];
}

const told = z.object({
  end: z.string(),
  items: z.array(z.object({ providerPriceId: z.string(), quantity: z.number() })),
});

function toldEndOf(audit: Audit, provider: ProviderName, catalog: Catalog): History['toldEnds'] {
  const read = audit.eventType === 'period_told' ? told.safeParse(audit.details) : null;
  if (!read?.success) return [];
  const found = findPlan(catalog, provider, read.data.items);
  const plan = found.kind === 'plan' ? catalog.findItem(found.plan) : null;
  const months = plan?.kind === 'plan' ? [plan.interval === 'year' ? 12 : 1] : [1, 12];
  return [{ end: read.data.end, occurredAt: audit.occurredAt, months, found }];
}
