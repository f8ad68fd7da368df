import { billingContext } from '@/lib/billing/context';
import { startBackground } from '@/lib/billing/operations/background';
import { listenForWork } from '@/lib/billing/operations/notify';
import type { DatabaseInUse } from '../launch/database';

/** Begins to work on what falls due, and to listen where there is a direct connection to listen on. */
export async function startWorker({ directUrl, embedded }: DatabaseInUse): Promise<{ stop(): Promise<void> }> {
  const context = billingContext();
  const background = startBackground(context, 'worker');
  const canListen = embedded || process.env.DATABASE_URL_DIRECT;
  const listener = canListen ? await listenForWork(directUrl, () => background.wake()) : null;
  return {
    stop: async () => {
      await background.stop();
      await listener?.end();
      await context.database.$client.end({ timeout: 5 });
    },
  };
}
