import { type DeliveryAnswer, deliver } from '@/lib/billing/providers/sandbox/deliver';
import type { PreparedDelivery } from './delivery';

/**
 * Delivers a payload `times` times, `parallel` at once, and says a line for each answer and one for all. Returns 0 when
 * every one was answered 2xx, else 1.
 */
export async function sendAll(
  delivery: PreparedDelivery,
  { times, parallel }: { times: number; parallel: number },
  say: (line: string) => void,
): Promise<number> {
  const answers: DeliveryAnswer[] = [];
  let started = 0;
  const sendUntilDone = async () => {
    while (started < times) {
      started += 1;
      const number = started;
      const answer = await sendOnce(delivery);
      answers.push(answer);
      say(lineOf(number, answer));
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, times) }, sendUntilDone));
  say(summaryOf(answers));
  return answers.every(isAccepted) ? 0 : 1;
}

/** Signed when it is sent: a provider signs each attempt afresh. */
function sendOnce({ url, rawBody, sign }: PreparedDelivery): Promise<DeliveryAnswer> {
  return deliver({ url, rawBody, headers: sign(new Date()) });
}

function isAccepted({ httpStatus }: DeliveryAnswer): boolean {
  return httpStatus >= 200 && httpStatus < 300;
}

function lineOf(number: number, { httpStatus, status, durationMs }: DeliveryAnswer): string {
  return [
    String(number).padStart(5),
    httpStatus === 0 ? '---' : String(httpStatus),
    status.padEnd(18),
    `${Math.round(durationMs)} ms`.padStart(8),
  ].join('  ');
}

/** `10 deliveries: 1 applied, 9 duplicate.` */
function summaryOf(answers: readonly DeliveryAnswer[]): string {
  const counts = new Map<string, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  const told = [...counts].map(([status, count]) => `${count} ${status}`).join(', ');
  return `${answers.length} ${answers.length === 1 ? 'delivery' : 'deliveries'}: ${told}.`;
}
