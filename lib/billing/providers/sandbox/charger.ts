import { z } from 'zod';
import {
  type ChargeAnswer,
  type ChargeRequest,
  type Charger,
  type ChargerSettings,
  chargeTimeoutMs,
  type HostedSetup,
  type ProviderCharge,
  type SetupRequest,
} from '../charger';
import { currency, id, instant, positiveMinor, reference } from '../fields';
import { ProviderApiError } from '../request';

/** Charges the sandbox's cards over its interface, under `/sandbox/api`, as it would be done with any provider. */
export function sandboxCharger(settings: ChargerSettings): Charger {
  const api = connect(settings);
  return {
    name: 'sandbox',
    keyHorizonHours: 24,
    charge: (request) => charge(api, request),
    listCharges: async ({ operationId }) => {
      const answer = await read(api, `/charges?operation_id=${encodeURIComponent(operationId)}`, listed);
      return answer?.charges.map(chargeOf) ?? [];
    },
    lookUp: async (paymentId) => {
      const answer = await read(api, `/charges/${encodeURIComponent(paymentId)}`, charged);
      return answer && chargeOf(answer);
    },
    cancel: async (paymentId) => {
      const answer = await read(api, `/charges/${encodeURIComponent(paymentId)}/cancel`, charged, {});
      return answer && chargeOf(answer);
    },
    createSetup: (request) => createSetup(api, settings.appUrl, request),
  };
}

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);

const charged = z.object({
  payment_id: id,
  status: z.enum(['succeeded', 'processing', 'action_required', 'failed']),
  amount_minor: positiveMinor,
  currency,
  created_at: instant,
  operation_id: reference,
  idempotency_key: reference,
  action_url: text,
  code: text,
  decline_code: text,
});
const listed = z.object({ charges: z.array(charged) });
const refused = z.object({ error: z.object({ code: text, decline_code: text }), payment_id: reference.optional() });
const setUp = z.object({ provider_setup_id: id, url: z.string().min(1) });

interface Answered {
  httpStatus: number;
  isReplayed: boolean;
  body: unknown;
}

type Api = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answered>;

/** GETs, or POSTs what it is given. Rejects when no answer comes. */
function connect({ apiKey, apiUrl, appUrl, timeoutMs = chargeTimeoutMs }: ChargerSettings): Api {
  return async (path, body, headers = {}) => {
    const response = await fetch(`${apiUrl ?? `${appUrl}/sandbox/api`}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const isReplayed = response.headers.get('idempotent-replayed') === 'true';
    return { httpStatus: response.status, isReplayed, body: readJson(await response.text()) };
  };
}

async function charge(api: Api, request: ChargeRequest): Promise<ChargeAnswer> {
  const body = {
    operation_id: request.operationId,
    customer_id: request.providerCustomerId,
    payment_method_id: request.providerPaymentMethodId,
    amount_minor: request.amountMinor,
    currency: request.currency,
    metadata: request.metadata,
  };
  try {
    return answerOf(await api('/charges', body, { 'idempotency-key': request.idempotencyKey }));
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    return { kind: 'lost', reason: isTimeout ? 'timeout' : 'network' };
  }
}

function answerOf({ httpStatus, isReplayed, body }: Answered): ChargeAnswer {
  if (httpStatus < 300) {
    const read = charged.safeParse(body);
    return read.success
      ? { kind: 'charge', charge: chargeOf(read.data), isReplayed }
      : { kind: 'lost', reason: 'unreadable' };
  }
  const { code = null, decline_code: declineCode = null } = refused.safeParse(body).data?.error ?? {};
  return { kind: 'refused', type: typeOf(httpStatus), httpStatus, code, declineCode, charge: null };
}

function typeOf(httpStatus: number) {
  if (httpStatus === 402) return 'card';
  if (httpStatus === 409) return 'idempotency';
  if (httpStatus === 429) return 'rate_limit';
  return httpStatus >= 500 ? 'server' : 'request';
}

function chargeOf(told: z.infer<typeof charged>): ProviderCharge {
  return {
    providerPaymentId: told.payment_id,
    status: told.status,
    amountMinor: told.amount_minor,
    currency: told.currency,
    createdAt: told.created_at,
    operationId: told.operation_id,
    idempotencyKey: told.idempotency_key,
    actionUrl: told.action_url,
    code: told.code,
    declineCode: told.decline_code,
  };
}

async function createSetup(
  api: Api,
  appUrl: string,
  { setupId, teamId, providerCustomerId }: SetupRequest,
): Promise<HostedSetup> {
  const answer = await read(api, '/setups', setUp, {
    ...{ setup_id: setupId, customer_id: providerCustomerId ?? `sbx_cus_${teamId}` },
    success_url: `${appUrl}/subscription?setup=${encodeURIComponent(setupId)}`,
    cancel_url: `${appUrl}/subscription`,
  });
  if (!answer) throw ProviderApiError.ofStatus('sandbox', 404);
  return { providerSetupId: answer.provider_setup_id, url: answer.url };
}

/** Null: there is none. Throws `ProviderApiError`. */
async function read<T>(api: Api, path: string, schema: z.ZodType<T>, body?: unknown): Promise<T | null> {
  const { httpStatus, body: told } = await api(path, body).catch(() => ({ httpStatus: null, body: null }));
  if (httpStatus === 404) return null;
  if (httpStatus === null || httpStatus >= 300) throw ProviderApiError.ofStatus('sandbox', httpStatus);
  const answer = schema.safeParse(told);
  if (!answer.success) throw ProviderApiError.unreadable('sandbox', answer.error.issues[0]?.path.join('.') || 'a body');
  return answer.data;
}

function readJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
