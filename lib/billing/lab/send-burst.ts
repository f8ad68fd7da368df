import type { DelayedMessage, SandboxDelivery } from '@/db/schema';
import { planDelivery } from './captured';
import { type LabContext, signingSecret } from './context';
import type { Arranged } from './delivery-order';
import { type BurstMessage, isPayment } from './sandbox-subscription';

/** Posts what is to be sent, one after the other, and notes what was not: a delivery each, with its answer. */
export async function sendBurst(context: LabContext, { sent, dropped, delayed }: Arranged): Promise<SandboxDelivery[]> {
  const deliveries: SandboxDelivery[] = [];
  for (const message of sent) deliveries.push(await send(context, message));
  const unsent = (status: 'dropped' | 'delayed') => (message: BurstMessage) => ({
    ...{ label: message.label, eventId: message.eventId },
    ...{ httpStatus: 0, status, durationMs: 0 },
  });
  return [...deliveries, ...dropped.map(unsent('dropped')), ...delayed.map(unsent('delayed'))];
}

async function send(context: LabContext, { label, eventId, rawBody }: BurstMessage): Promise<SandboxDelivery> {
  const signing = { secret: signingSecret(context), now: context.clock.now() };
  const { headers } = planDelivery({ label, eventId, rawBody }, signing);
  return { label, eventId, ...(await context.deliver({ url: context.endpoint, rawBody, headers })) };
}

/** As it is kept until it is sent: the exact text, so that it is the same message then. */
export function keep({ eventId, label, rawBody }: BurstMessage): DelayedMessage {
  return { eventId, label, body: new TextDecoder().decode(rawBody) };
}

export function takeUp({ eventId, label, body }: DelayedMessage): BurstMessage {
  return { eventId, label, isPayment: isPayment(label), rawBody: new TextEncoder().encode(body) };
}
