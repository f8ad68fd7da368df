import { Gauge, Registry } from 'prom-client';
import type { BillingContext } from '../context';
import { type Figures, readFigures } from './figures';
import { meters } from './meters';
import { type RenewalFigures, readRenewalFigures } from './renewal-figures';

/** Everything there is to measure, in the text format of Prometheus. Throws when the database does not answer. */
export async function renderMetrics({ database, clock }: BillingContext): Promise<{ type: string; text: string }> {
  const now = clock.now();
  const [figures, renewals] = await Promise.all([readFigures(database, now), readRenewalFigures(database, now)]);
  const { registry } = meters();
  const merged = Registry.merge([registry, registryOf(figures), registryOfRenewals(renewals)]);
  return { type: registry.contentType, text: await merged.metrics() };
}

function registryOf(figures: Figures): Registry {
  const { registry, gauge, gauges } = gaugesOf();
  gauges('events', 'Events that are not settled, by state.', 'state', Object.entries(figures.unsettled));
  gauge('events_received_last_hour', 'Events first received within the last hour.', figures.receivedLastHour);
  gauge(
    'oldest_unsettled_seconds',
    'Since the oldest unsettled event was received.',
    figures.oldestUnsettledSeconds ?? 0,
  );
  gauge('overdue_seconds', 'How long the longest overdue event waits for its turn.', figures.overdueSeconds ?? 0);
  gauges(
    'outbox_messages',
    'Messages by state; sent and superseded ones of a day.',
    'state',
    Object.entries(figures.outbox),
  );
  gauges('open_cases', 'Open cases, by kind.', 'kind', Object.entries(figures.openCases));
  gauges('receipt_lag_seconds', "From an event's occurrence to its receipt, last hour.", 'quantile', [
    ['0.5', figures.lag.receipt.p50],
    ['0.95', figures.lag.receipt.p95],
  ]);
  gauges('settling_lag_seconds', "From an event's receipt until it was settled, last hour.", 'quantile', [
    ['0.5', figures.lag.settling.p50],
    ['0.95', figures.lag.settling.p95],
  ]);
  gauge('workers', 'Processes that drain and were seen within a minute.', figures.workers.filter(isAlive).length);
  gauges('worker_age_seconds', 'Since the youngest sign of life, by kind.', 'kind', youngest(figures.workers));
  return registry;
}

/** What to watch of renewals: what is open, what is stuck, how late the clocks are, and how charges end. */
function registryOfRenewals(figures: RenewalFigures): Registry {
  const { registry, gauge, gauges } = gaugesOf();
  gauges('charge_operations', 'Charges that have not ended, by state.', 'state', Object.entries(figures.operations));
  gauge('charges_exhausted', 'Charges whose attempts are used up without an answer.', figures.exhausted);
  gauge('charge_refunds_due', 'Charges that were paid after they were canceled.', figures.refundsDue);
  gauges('renewal_clocks', 'Clocks of renewals, by state.', 'state', Object.entries(figures.clocks));
  gauge('renewal_clock_lag_seconds', 'How long the longest overdue clock waits for its tick.', figures.clockLagSeconds);
  gauges('charge_answers', 'Answers to charges of the last hour, by class.', 'class', Object.entries(figures.outcomes));
  return registry;
}

function gaugesOf() {
  const registry = new Registry();
  const gauge = (name: string, help: string, value: number | null) => {
    const made = new Gauge({ name: `paidonce_${name}`, help, registers: [registry] });
    if (value !== null) made.set(value);
    else made.remove();
  };
  const gauges = (name: string, help: string, label: string, values: readonly (readonly [string, number | null])[]) => {
    const made = new Gauge({ name: `paidonce_${name}`, help, labelNames: [label], registers: [registry] });
    for (const [of, value] of values) if (value !== null) made.set({ [label]: of }, value);
  };
  return { registry, gauge, gauges };
}

const isAlive = ({ ageSeconds }: { ageSeconds: number }) => ageSeconds < 60;

/** They come youngest first. */
function youngest(workers: Figures['workers']): [string, number][] {
  const byKind = new Map<string, number>();
  for (const { kind, ageSeconds } of workers) if (!byKind.has(kind)) byKind.set(kind, ageSeconds);
  return [...byKind];
}
