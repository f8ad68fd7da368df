import type { Dialect } from './dialect';
import type { LedgerCharge } from './ledger';

/** As Stripe speaks of payment intents. https://docs.stripe.com/api/payment_intents, https://docs.stripe.com/api/errors */
export const stripeDialect: Dialect = {
  isCharge: (method, path) => method === 'POST' && path === '/v1/payment_intents',
  read: (body, headers) => {
    const form = new URLSearchParams(body);
    const text = (name: string) => form.get(name) ?? '';
    const metadata = Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? [];
        return key === undefined ? [] : [[key, value]];
      }),
    );
    return {
      key: String(headers['idempotency-key']),
      operationId: String(metadata.operation_id),
      customerId: text('customer'),
      methodId: text('payment_method'),
      amountMinor: Number(text('amount')),
      currency: text('currency').toUpperCase(),
      metadata,
    };
  },
  show: (charge) =>
    charge.status === 'failed'
      ? { status: 402, body: { error: { ...errorOf('card_error', charge), payment_intent: shown(charge) } } }
      : { status: 200, body: shown(charge) },
  refuse: (status, code) => ({
    status: status === 409 ? 400 : status,
    body: { error: { type: typeOf(status), code, message: 'Refused.' } },
  }),
  others: (ledger, { method, url, body }) => {
    if (url.pathname === '/v1/checkout/sessions') {
      if (ledger.gone.has(new URLSearchParams(body).get('customer') ?? ''))
        return { status: 400, body: missingCustomer };
      ledger.setups.push(decodeURIComponent(body));
      return {
        status: 200,
        body: { id: `cs_${ledger.setups.length}`, object: 'checkout.session', url: 'https://pay.example/setup' },
      };
    }
    const [, setup] = /^\/v1\/setup_intents\/([^/]+)$/.exec(url.pathname) ?? [];
    if (setup !== undefined) return { status: 200, body: setupOf(setup) };
    const [, id, verb] = /^\/v1\/payment_intents(?:\/([^/]+)(?:\/([a-z]+))?)?$/.exec(url.pathname) ?? [];
    if (id === undefined) {
      const customer = url.searchParams.get('customer');
      const data = ledger.charges.filter(({ customerId }) => customerId === customer).map(shown);
      return { status: 200, body: { object: 'list', url: url.pathname, has_more: false, data } };
    }
    const charge = verb === 'cancel' && method === 'POST' ? ledger.end(id, 'failed') : ledger.find(id);
    return charge ? { status: 200, body: shown(charge) } : null;
  },
};

const missingCustomer = {
  error: { type: 'invalid_request_error', code: 'resource_missing', param: 'customer', message: 'No such customer.' },
};

function errorOf(type: string, { code, declineCode }: LedgerCharge) {
  return { type, code, decline_code: declineCode, message: 'Declined.' };
}

function setupOf(id: string): Record<string, unknown> {
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 };
  return { id, object: 'setup_intent', status: 'succeeded', payment_method: { id: `pm_of_${id}`, type: 'card', card } };
}

function typeOf(status: number): string {
  if (status === 409) return 'idempotency_error';
  if (status >= 500) return 'api_error';
  return 'invalid_request_error';
}

const statuses = {
  succeeded: 'succeeded',
  processing: 'processing',
  action_required: 'requires_action',
  failed: 'requires_payment_method',
};

function shown(charge: LedgerCharge): Record<string, unknown> {
  const created = Math.floor(charge.at.getTime() / 1000);
  return {
    id: charge.paymentId,
    object: 'payment_intent',
    status: statuses[charge.status],
    amount: charge.amountMinor,
    amount_received: charge.status === 'succeeded' ? charge.amountMinor : 0,
    currency: charge.currency.toLowerCase(),
    customer: charge.customerId,
    created,
    latest_charge: { id: `ch_${charge.paymentId}`, object: 'charge', created },
    metadata: charge.metadata,
    next_action:
      charge.status === 'action_required' ? { redirect_to_url: { url: 'https://pay.example/confirm' } } : null,
    last_payment_error: charge.status === 'failed' ? errorOf('card_error', charge) : null,
  };
}
