import type { SandboxDelivery } from '@/db/schema';

interface Shown {
  deliveries: readonly SandboxDelivery[];
  /** What each new line of the ledger moved, in credits. */
  deltas: readonly number[];
}

/** One plain sentence for what a burst showed, made from the answers and the ledger, never from what should be. */
export function describeBurst({ deliveries, deltas }: Shown): string {
  const sent = deliveries.filter(({ status }) => !isUnsent(status));
  if (deliveries.length === 0) return 'Nothing had to be sent: the sandbox remembers it for the next payment.';
  const parts = [sentence(sent), ...['dropped', 'delayed'].flatMap((status) => unsent(deliveries, status))];
  return `${parts.filter((part) => part !== '').join(', ')}: ${moved(deltas)}.`;
}

/** What a run notes of a message that was not sent. */
function isUnsent(status: string): boolean {
  return status === 'dropped' || status === 'delayed';
}

function sentence(sent: readonly SandboxDelivery[]): string {
  if (sent.length === 0) return 'Nothing was sent';
  const messages = new Set(sent.map(({ eventId }) => eventId)).size;
  const how = messages < sent.length ? ', each twice' : isInOrder(sent) ? '' : ', out of order';
  const counts = new Map<string, number>();
  for (const { status } of sent) counts.set(status, (counts.get(status) ?? 0) + 1);
  const answers = [...counts].map(([status, count]) => `${count} ${status.replaceAll('_', ' ')}`).join(', ');
  return `${messages === 1 ? '1 message' : `${messages} messages`}${how} (${answers})`;
}

/** The sandbox numbers its messages. */
function isInOrder(sent: readonly SandboxDelivery[]): boolean {
  const numbers = sent.map(({ eventId }) => Number(eventId.split('_').at(-1)));
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));
}

function unsent(deliveries: readonly SandboxDelivery[], status: string): string[] {
  const count = deliveries.filter((delivery) => delivery.status === status).length;
  return count === 0 ? [] : [`${count} ${status}`];
}

function moved(deltas: readonly number[]): string {
  const came = deltas.filter((delta) => delta > 0).reduce((sum, delta) => sum + delta, 0);
  const went = -deltas.filter((delta) => delta < 0).reduce((sum, delta) => sum + delta, 0);
  const credits = (count: number) => `${count.toLocaleString('en-US')} credits`;
  if (came === 0 && went === 0) return 'no credits moved';
  if (went === 0) return `${credits(came)} came in`;
  if (came === 0) return `${credits(went)} went`;
  return `${credits(came)} came in, ${credits(went)} went`;
}
