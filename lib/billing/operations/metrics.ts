import { Gauge, Registry } from 'prom-client';
import type { BillingContext } from '../context';
import { type Figures, readFigures } from './figures';
import { meters } from './meters';

/** Everything there is to measure, in the text format of Prometheus. Throws when the database does not answer. */
export async function renderMetrics({ database, clock }: BillingContext): Promise<{ type: string; text: string }> {
  const figures = await readFigures(database, clock.now());
  const { registry } = meters();
  const merged = Registry.merge([registry, registryOf(figures)]);
  return { type: registry.contentType, text: await merged.metrics() };
}

function registryOf(figures: Figures): Registry {
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

const isAlive = ({ ageSeconds }: { ageSeconds: number }) => ageSeconds < 60;

/** They come youngest first. */
function youngest(workers: Figures['workers']): [string, number][] {
  const byKind = new Map<string, number>();
  for (const { kind, ageSeconds } of workers) if (!byKind.has(kind)) byKind.set(kind, ageSeconds);
  return [...byKind];
}
