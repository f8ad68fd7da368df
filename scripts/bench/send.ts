import { Agent, request } from 'node:http';
import { z } from 'zod';
import { systemClock } from '@/lib/clock';
import { concurrency, runConcurrently } from './concurrency';
import { type SignedDelivery, signedDelivery } from './deliveries';
import { answerWork } from './worker';

/** Sends one series of deliveries. Bodies are built and signed before the clock starts. */
const work = z.object({
  url: z.string(),
  series: z.string(),
  count: z.number(),
  customerId: z.string().nullable(),
});

const agent = new Agent({ keepAlive: true, maxSockets: concurrency });

answerWork(work, async ({ url, series, count, customerId }) => {
  const at = systemClock.now();
  const deliveries = Array.from({ length: count }, (_, index) => signedDelivery({ series, index, customerId, at }));
  const answers: Record<string, number> = {};
  const timings = await runConcurrently(count, async (index) => {
    const delivery = deliveries[index];
    if (!delivery) return;
    const answer = await post(url, delivery);
    answers[answer] = (answers[answer] ?? 0) + 1;
  });
  return { ...timings, answers };
});

/** Returns status and body, for example `200 {"status":"applied"}`. */
function post(url: string, { rawBody, headers }: SignedDelivery): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      agent,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'content-length': rawBody.byteLength },
    });
    sending.on('error', reject);
    sending.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve(`${response.statusCode} ${Buffer.concat(chunks).toString()}`));
    });
    sending.end(rawBody);
  });
}
