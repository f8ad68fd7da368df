import { findIntent } from '../intents';
import { ProviderApiError } from '../providers/request';
import { checkoutPaid, encode, paymentIdOf } from '../providers/sandbox/messages';
import type { ChargeAnswer, ChargeRequest, SavedCard } from '../providers/saved-card';
import { planDelivery } from './captured';
import { type LabContext, signingSecret } from './context';
import { priceIdOf } from './sandbox-subscription';
import { listSold } from './sold';

/**
 * The sandbox's saved card: whoever paid once has one. It is declined while the card of the team's newest subscription is
 * set to be. What it pays is told by a signed webhook like everything else, always under the same event.
 */
export function sandboxSavedCard(context: LabContext): SavedCard {
  return {
    ...{ name: 'sandbox', needsSubscription: false, isRepeatable: true, prepare: null },
    charge: (request) => charge(context, request),
    // What our endpoint took needs no other message; sent again, it is the same event.
    lookUp: async ({ providerPaymentId }) => (providerPaymentId === null ? null : { kind: 'taken', providerPaymentId }),
  };
}

async function charge(context: LabContext, request: ChargeRequest): Promise<ChargeAnswer> {
  const { teamId, checkoutId, providerCustomerId: customerId } = request;
  const [sold] = await listSold(context.database, teamId);
  if (sold?.nextCard === 'declined') return { kind: 'declined', code: 'card_declined' };
  const intent = await findIntent(context.database, checkoutId);
  if (!intent) throw ProviderApiError.ofStatus('sandbox', 404);
  const now = context.clock.now();
  const sessionId = `sbx_cs_${checkoutId}`;
  const message = checkoutPaid(
    { createdAt: now, environment: context.settings.environment },
    {
      ...{ sessionId, checkoutId, customerId, currency: request.currency, subtotalMinor: request.amountMinor },
      lines: [{ providerPriceId: priceIdOf(intent.item), quantity: 1 }],
      ...{ discountMinor: 0, taxMinor: 0 },
    },
  );
  const event = { label: 'Top-up', eventId: `sbx_evt_${checkoutId}`, rawBody: encode(message) };
  const { rawBody, headers } = planDelivery(event, { secret: signingSecret(context), now });
  const { httpStatus } = await context.deliver({ url: context.endpoint, rawBody, headers });
  if (httpStatus !== 200) throw ProviderApiError.ofStatus('sandbox', httpStatus === 0 ? null : httpStatus);
  return { kind: 'taken', providerPaymentId: paymentIdOf(sessionId) };
}
