import { Counter, Histogram, Registry } from 'prom-client';
import type { WebhookAnswer } from '../webhooks/receive';

// On the global object, because pages and background of one process are bundled apart.
const holder = globalThis as typeof globalThis & { paidonceMeters?: ReturnType<typeof createMeters> };

/** What this process counts itself; what the tables say is asked when somebody asks for it. */
export function meters() {
  holder.paidonceMeters ??= createMeters();
  return holder.paidonceMeters;
}

export function countDelivery(provider: string, { httpStatus, status }: WebhookAnswer): void {
  // An address that anybody can make up is no label.
  meters().deliveries.inc({ provider: httpStatus === 404 ? 'unknown' : provider, status });
}

/** A background pass, from its start to its end. */
export function observePass(milliseconds: number): void {
  meters().passes.observe(milliseconds / 1000);
}

function createMeters() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    deliveries: new Counter({
      name: 'paidonce_webhook_deliveries_total',
      help: 'Webhook deliveries that this process answered, by provider and status.',
      labelNames: ['provider', 'status'] as const,
      registers,
    }),
    passes: new Histogram({
      name: 'paidonce_drain_seconds',
      help: 'How long the background passes of this process took.',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
  };
}
