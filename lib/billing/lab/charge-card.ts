import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { findCard } from './card-store';
import { countRequest, insertCharge, type SandboxCharge } from './charge-store';
import type { LabContext } from './context';
import { type ApiAnswer, chargeShown, refused } from './sandbox-answers';
import { type CardBehaviour, standingOf } from './test-cards';

const request = z.object({
  operation_id: z.string().min(1).max(200),
  customer_id: z.string().min(1).max(200),
  payment_method_id: z.string().min(1).max(200),
  amount_minor: z.number().int().positive(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
});

type ChargeRequest = z.infer<typeof request>;

/** A charge as it came in, and what its message has to tell; null where nothing new happened. */
export interface Charged {
  answer: ApiAnswer;
  happened: SandboxCharge | null;
}

/**
 * Charges a saved card once per key: the charge and its key are one row, so a request that comes again gets the answer of
 * the first, and another request under the same key is refused. The card decides how it ends.
 */
export async function chargeCard(
  context: LabContext,
  { idempotencyKey, body }: { idempotencyKey: string | null; body: unknown },
): Promise<Charged> {
  const read = request.safeParse(body);
  if (!read.success) return nothing(refused(400, 'invalid_request'));
  if (!idempotencyKey || idempotencyKey.length > 255) return nothing(refused(400, 'idempotency_key_missing'));
  const at = context.clock.now();
  const { appUrl } = context.settings;
  return context.database.transaction(async (tx) => {
    const { customer_id: customerId, payment_method_id: id } = read.data;
    const card = await findCard(tx, { id, customerId });
    if (!card) return nothing(refused(402, 'card_error', 'payment_method_not_available'));
    const taken = await insertCharge(tx, rowOf(read.data, { idempotencyKey, behaviour: card.behaviour, at }));
    if (taken)
      return { answer: card.behaviour === 'loses_the_answer' ? lost : chargeShown(taken, appUrl), happened: taken };
    const held = await countRequest(tx, idempotencyKey);
    if (held?.requestHash !== hashOf(read.data)) return nothing(refused(409, 'idempotency_conflict'));
    const again = chargeShown(held, appUrl);
    return nothing({ ...again, headers: { ...again.headers, 'idempotent-replayed': 'true' } });
  });
}

function nothing(answer: ApiAnswer): Charged {
  return { answer, happened: null };
}

/** The money is taken all the same. */
const lost = refused(504, 'gateway_timeout');

function rowOf(
  asked: ChargeRequest,
  { idempotencyKey, behaviour, at }: { idempotencyKey: string; behaviour: CardBehaviour; at: Date },
) {
  const { status, code } = standingOf(behaviour);
  return {
    id: `sbx_pay_${randomUUID()}`,
    ...{ idempotencyKey, requestHash: hashOf(asked), status, code },
    operationId: asked.operation_id,
    customerId: asked.customer_id,
    cardId: asked.payment_method_id,
    amountMinor: asked.amount_minor,
    currency: asked.currency,
    metadata: asked.metadata,
    createdAt: at,
    settledAt: status === 'succeeded' || status === 'failed' ? at : null,
  };
}

/** The same for the same request, in whatever order its metadata is written. */
function hashOf({ metadata, ...asked }: ChargeRequest): string {
  const canonical = JSON.stringify([Object.entries(asked).sort(), Object.entries(metadata).sort()]);
  return createHash('sha256').update(canonical).digest('hex');
}
