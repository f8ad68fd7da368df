import { z } from 'zod';
import type { PaymentMethodSaved } from '../../events';
import { cardFields } from '../fields';
import { id, isRecord, metadata, optionalReference } from './fields';
import { ignored, reader, told, unreadable } from './reading';

/** A checkout that only saves a card. https://docs.stripe.com/payments/save-and-reuse?platform=checkout */
const setupSession = z.object({ id, customer: optionalReference, setup_intent: optionalReference, metadata });

const fetchedIntent = z.object({
  payment_method: z.object({
    id,
    card: z
      .object(cardFields)
      .nullish()
      .transform((value) => value ?? null),
  }),
});

/** The session names the intent and not the card, so Stripe is asked for it. */
export const readSetup = reader(setupSession, (object, event) => {
  const { setupId } = object.metadata;
  if (setupId === null) return ignored('setup');
  if (object.setup_intent === null) return unreadable('data.object.setup_intent');
  if (object.customer === null) return unreadable('data.object.customer');
  const method = methodOf(event.fetched);
  if (method === 'unreadable') return unreadable('fetched.setupIntent');
  return told({
    kind: 'payment_method_saved',
    occurredAt: event.occurredAt,
    setupId,
    buyer: {
      checkoutId: null,
      providerCheckoutId: object.id,
      providerCustomerId: object.customer,
      providerSubscriptionId: null,
      claimedTeamId: null,
    },
    providerCustomerId: object.customer,
    providerPaymentMethodId: method?.id ?? null,
    providerSetupId: object.setup_intent,
    card: method?.card ?? null,
  });
});

function methodOf(fetched: unknown): { id: string; card: PaymentMethodSaved['card'] } | 'unreadable' | null {
  if (!isRecord(fetched) || fetched.setupIntent === undefined) return null;
  const read = fetchedIntent.safeParse(fetched.setupIntent);
  if (!read.success) return 'unreadable';
  const { id: methodId, card } = read.data.payment_method;
  if (card === null) return { id: methodId, card };
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
  return { id: methodId, card: { brand, last4, expMonth, expYear } };
}
