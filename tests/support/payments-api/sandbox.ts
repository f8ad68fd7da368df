import type { Dialect, Reply } from './dialect';
import type { LedgerCharge } from './ledger';

/** As the sandbox speaks: see its charger. */
export const sandboxDialect: Dialect = {
  isCharge: (method, path) => method === 'POST' && path === '/sandbox/api/charges',
  read: (body, headers) => {
    const asked = JSON.parse(body);
    return {
      key: String(headers['idempotency-key']),
      operationId: asked.operation_id,
      customerId: asked.customer_id,
      methodId: asked.payment_method_id,
      amountMinor: asked.amount_minor,
      currency: asked.currency,
      metadata: asked.metadata,
    };
  },
  show: (charge) =>
    charge.status === 'failed'
      ? { status: 402, body: { error: { code: charge.code, decline_code: charge.declineCode } } }
      : { status: 200, body: shown(charge) },
  refuse: (status, code) => ({ status, body: { error: { code } } }),
  others: (ledger, { method, url, body }) => {
    if (url.pathname === '/sandbox/api/setups') {
      ledger.setups.push(body);
      return ok({ provider_setup_id: 'sbx_set_1', url: 'https://pay.example/setup' });
    }
    const [, id, verb] = /^\/sandbox\/api\/charges(?:\/([^/]+)(?:\/([a-z]+))?)?$/.exec(url.pathname) ?? [];
    if (id === undefined) {
      const operationId = url.searchParams.get('operation_id');
      return ok({ charges: ledger.charges.filter((charge) => charge.operationId === operationId).map(shown) });
    }
    const charge = verb === 'cancel' && method === 'POST' ? ledger.end(id, 'failed') : ledger.find(id);
    return charge ? ok(shown(charge)) : null;
  },
};

function ok(body: unknown): Reply {
  return { status: 200, body };
}

function shown(charge: LedgerCharge): Record<string, unknown> {
  return {
    payment_id: charge.paymentId,
    status: charge.status,
    action_url: charge.status === 'action_required' ? 'https://pay.example/confirm' : null,
    amount_minor: charge.amountMinor,
    currency: charge.currency,
    created_at: charge.at.toISOString().replace('Z', '000Z'),
    operation_id: charge.operationId,
    idempotency_key: charge.key,
    metadata: charge.metadata,
    code: charge.code,
    decline_code: charge.declineCode,
  };
}
