import { env } from '../../env';
import { type BillingContext, billingContext } from '../context';
import { drain } from '../drain';
import type { Delivery } from '../providers/provider';
import { receiveWebhook, type WebhookAnswer } from '../webhooks/receive';
import { countDelivery } from './meters';
import { notifyWorkers } from './notify';

/** Runs work once the answer is out. */
export type Afterwards = (work: () => Promise<unknown>) => void;

/**
 * Takes in a delivery, counts it, and sees to it that what it left is begun at once. On functions, where nothing runs
 * between requests, this one goes on `afterwards`; elsewhere a worker that listens is told. Either is a hint only.
 */
export async function receiveDelivery(
  provider: string,
  delivery: Delivery,
  afterwards: Afterwards,
): Promise<WebhookAnswer> {
  const context = billingContext();
  const answer = await receiveWebhook({ ...context, onWorkLeft: pass(context, afterwards) }, provider, delivery);
  countDelivery(provider, answer);
  return answer;
}

function pass(context: BillingContext, afterwards: Afterwards): BillingContext['onWorkLeft'] {
  return (what) => {
    if (env.VERCEL_URL) afterwards(() => drain(context, { budgetMs: 5000 }));
    else if (what === 'due' && env.DATABASE_URL_DIRECT) void notifyWorkers(context);
  };
}
