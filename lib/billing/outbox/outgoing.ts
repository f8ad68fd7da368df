import { Webhook } from 'standardwebhooks';
import type { BillingContext } from '../context';
import type { Pass } from '../drain';
import { type Endpoint, findEndpoint } from './endpoints';
import { claimDelivery, type DeliverySettlement, type OutgoingDelivery, settleDelivery } from './outbox';
import { type Posted, post, type Resolve } from './post';
import { nextTry } from './retry';

const timeoutMs = 10_000;
/** Longer than a try can take. */
const leaseMs = 3 * timeoutMs;
const lanes = 4;

/**
 * Sends what the owner's own systems are to hear, signed as Standard Webhooks (https://www.standardwebhooks.com), each
 * delivery under a lease as in `deliverMessages`. A lost answer is sent again: the receiver drops it by `webhook-id`,
 * which is the message's id and the same for every try. Returns how many were tried.
 */
export async function deliverOutgoing(context: BillingContext, pass: Pass, resolve?: Resolve): Promise<number> {
  let taken = 0;
  const lane = async () => {
    while (taken < pass.limit && pass.isTimeLeft()) {
      taken += 1;
      const delivery = await claimDelivery(context.database, context.clock.now(), leaseMs);
      if (!delivery) {
        taken -= 1;
        return;
      }
      await deliver(context, delivery, resolve);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return taken;
}

async function deliver(context: BillingContext, delivery: OutgoingDelivery, resolve?: Resolve): Promise<void> {
  const endpoint = await findEndpoint(context.database, delivery.endpointId);
  if (!endpoint) return;
  const body = JSON.stringify(delivery.payload);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Paidonce-Webhooks/1',
    ...signatureHeaders(endpoint, { id: delivery.messageId, body, at: context.clock.now() }),
  };
  const allowPrivate = context.settings.outgoingAllowPrivate;
  const posted = await post({ url: endpoint.url, headers, body, allowPrivate, timeoutMs }, resolve);
  const settlement = settlementOf(posted, delivery, context.clock.now());
  await settleDelivery(context.database, delivery, settlement);
  const { messageId, eventType: type, attempts } = delivery;
  const { state, errorCode: code } = settlement;
  context.log[state === 'sent' ? 'info' : 'warn']({ messageId, type, attempts, state, code }, 'outgoing webhook tried');
}

/** Signed at the time of the try: a receiver refuses what is too old. Both secrets sign while one takes over. */
function signatureHeaders(
  {
    secret,
    previousSecret,
    previousSecretEndsAt,
  }: Pick<Endpoint, 'secret' | 'previousSecret' | 'previousSecretEndsAt'>,
  { id, body, at }: { id: string; body: string; at: Date },
): Record<string, string> {
  const isKept = previousSecret !== null && previousSecretEndsAt !== null && previousSecretEndsAt > at;
  const secrets = isKept ? [secret, previousSecret] : [secret];
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((key) => new Webhook(key).sign(id, at, body)).join(' '),
  };
}

function settlementOf(posted: Posted, { attempts, createdAt }: OutgoingDelivery, now: Date): DeliverySettlement {
  const responseStatus = posted.kind === 'answered' ? posted.status : null;
  if (responseStatus !== null && responseStatus >= 200 && responseStatus < 300)
    return { state: 'sent', nextAttemptAt: null, responseStatus, errorCode: null, sentAt: now };
  const errorCode = posted.kind === 'failed' ? posted.code : codeOf(posted.status);
  // 410 says that the receiver wants no more of it.
  const nextAttemptAt = responseStatus === 410 ? null : nextTry({ attempts, firstTriedAt: createdAt, now });
  const state = nextAttemptAt === null ? 'failed' : 'pending';
  return { state, nextAttemptAt, responseStatus, errorCode, sentAt: null };
}

function codeOf(status: number): string {
  return status >= 300 && status < 400 ? 'redirect' : 'refused';
}
