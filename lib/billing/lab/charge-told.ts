import { encode } from '../providers/sandbox/messages';
import { planDelivery } from './captured';
import type { SandboxCharge } from './charge-store';
import { type LabContext, signingSecret } from './context';

/**
 * Posts the webhook of a charge that has ended to our own endpoint, as every provider does besides its answer. One event
 * for each end, so that telling it again is the same event. What has not ended is not told.
 */
export async function tellCharge(context: LabContext, charge: SandboxCharge): Promise<void> {
  if (charge.status !== 'succeeded' && charge.status !== 'failed') return;
  const { id, status, code, amountMinor, currency, customerId, metadata, settledAt } = charge;
  const data = { payment_id: id, amount_minor: amountMinor, currency, customer_id: customerId, metadata };
  const rawBody = encode({
    type: `charge.${status}`,
    created_at: (settledAt ?? charge.createdAt).toISOString().replace('Z', '000Z'),
    environment: context.settings.environment,
    data: code === null ? data : { ...data, code },
  });
  const eventId = `${id.replace('sbx_pay_', 'sbx_evt_')}_${status}`;
  const signing = { secret: signingSecret(context), now: context.clock.now() };
  const { headers } = planDelivery({ label: `charge ${status}`, eventId, rawBody }, signing);
  await context.deliver({ url: context.endpoint, rawBody, headers });
}
