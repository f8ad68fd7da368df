import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { z } from 'zod';
import { outliveLosses } from '@/db/lost-connections';
import * as schema from '@/db/schema';
import { type BillingContext, billingContext } from '@/lib/billing/context';
import { receiveWebhook } from '@/lib/billing/webhooks/receive';
import { systemClock } from '@/lib/clock';
import { signedDelivery } from './deliveries';

/** What each step of a delivery costs when nothing else runs, in the order of the steps. */
export const stepCosts = z.array(
  z.object({ step: z.string(), statements: z.number(), roundTrips: z.number(), medianMs: z.number() }),
);
export type StepCosts = z.infer<typeof stepCosts>;

interface Cost {
  statements: number;
  roundTrips: number;
  milliseconds: number;
}

/** Delivers a series one by one in this process, and looks at what happens between the steps of the way. */
export async function measureSteps(databaseUrl: string, series: string, count: number): Promise<StepCosts> {
  const counter = new StatementCounter();
  const client = outliveLosses(() =>
    postgres(databaseUrl, { max: 1, onnotice: () => {}, debug: () => counter.onStatement() }),
  );
  const costs = new Map<string, Cost[]>();
  let last = performance.now();
  const take = (step: string) => {
    const now = performance.now();
    const cost = { ...counter.take(), milliseconds: now - last };
    costs.set(step, [...(costs.get(step) ?? []), cost]);
    last = now;
  };
  const silent = () => {};
  const context: BillingContext = {
    ...billingContext(),
    database: drizzle(client, { schema }),
    log: { info: silent, warn: silent, error: silent },
    onStep: take,
  };
  for (let index = 0; index < count; index += 1) {
    const delivery = signedDelivery({ series, index, customerId: null, at: systemClock.now() });
    counter.take();
    last = performance.now();
    await receiveWebhook(context, 'stripe', delivery);
  }
  await client.end();
  return [...costs].map(([step, each]) => ({
    step,
    statements: median(each.map(({ statements }) => statements)),
    roundTrips: median(each.map(({ roundTrips }) => roundTrips)),
    medianMs: median(each.map(({ milliseconds }) => milliseconds)),
  }));
}

/** The driver writes what was asked for in one turn of the event loop together: that is one round trip. */
class StatementCounter {
  private statements = 0;
  private roundTrips = 0;
  private isOpen = false;

  onStatement(): void {
    this.statements += 1;
    if (this.isOpen) return;
    this.isOpen = true;
    this.roundTrips += 1;
    setImmediate(() => {
      this.isOpen = false;
    });
  }

  take(): Pick<Cost, 'statements' | 'roundTrips'> {
    const taken = { statements: this.statements, roundTrips: this.roundTrips };
    this.statements = 0;
    this.roundTrips = 0;
    return taken;
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
