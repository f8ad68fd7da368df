import type { SandboxCharge } from './charge-store';

/** What the sandbox's interface answers. */
export interface ApiAnswer {
  httpStatus: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** `decline` says why a card refused. */
export function refused(httpStatus: number, code: string, decline?: string): ApiAnswer {
  const error = decline === undefined ? { code } : { code, decline_code: decline };
  return { httpStatus, headers: {}, body: { error } };
}

/** A charge as the answer to who asked for it: a declined one is 402. */
export function chargeShown(charge: SandboxCharge, appUrl: string): ApiAnswer {
  if (charge.status !== 'failed') return { httpStatus: 200, headers: {}, body: chargeBody(charge, appUrl) };
  return { httpStatus: 402, headers: {}, body: { error: declined(charge.code), payment_id: charge.id } };
}

/** A charge as it is listed; with the page where its buyer confirms it, while that is asked for. */
export function chargeBody(charge: SandboxCharge, appUrl: string): Record<string, unknown> {
  return {
    payment_id: charge.id,
    status: charge.status,
    ...(charge.status === 'failed' ? declined(charge.code) : { code: null, decline_code: null }),
    action_url: charge.status === 'action_required' ? `${appUrl}/sandbox/charges/${charge.id}` : null,
    amount_minor: charge.amountMinor,
    currency: charge.currency,
    created_at: charge.createdAt.toISOString().replace('Z', '000Z'),
    operation_id: charge.operationId,
    customer_id: charge.customerId,
    payment_method_id: charge.cardId,
    idempotency_key: charge.idempotencyKey,
    metadata: charge.metadata,
  };
}

function declined(reason: string | null) {
  return reason === 'canceled'
    ? { code: 'canceled', decline_code: null }
    : { code: 'card_declined', decline_code: reason };
}
