import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { paymentMethodSetups } from '@/db/schema';
import { BillingError } from '../errors';
import { encode } from '../providers/sandbox/messages';
import { planDelivery } from './captured';
import { closeSetup, findCardOfSetup, findSetup, insertCard, insertSetup, type SandboxCard } from './card-store';
import { isSandboxOn, type LabContext, signingSecret } from './context';
import { type ApiAnswer, refused } from './sandbox-answers';
import { type CardBehaviour, testCards } from './test-cards';

const request = z.object({
  setup_id: z.string().min(1).max(200),
  customer_id: z.string().min(1).max(200),
  success_url: z.url(),
  cancel_url: z.url(),
});

/** Opens the page where a card is saved. The addresses to go on to must be our own; the same `setup_id` opens one page. */
export async function openSetup(context: LabContext, body: unknown): Promise<ApiAnswer> {
  const read = request.safeParse(body);
  if (!read.success) return refused(400, 'invalid_request');
  const { appUrl } = context.settings;
  const successPath = pathWithin(appUrl, read.data.success_url);
  const cancelPath = pathWithin(appUrl, read.data.cancel_url);
  if (successPath === null || cancelPath === null) return refused(400, 'foreign_address');
  const { setup_id: setupId, customer_id: customerId } = read.data;
  const id = `sbx_set_${randomUUID()}`;
  const createdAt = context.clock.now();
  const setup = await context.database.transaction((tx) =>
    insertSetup(tx, { id, setupId, customerId, successPath, cancelPath, createdAt }),
  );
  if (setup.customerId !== customerId) return refused(409, 'setup_of_another_customer');
  return {
    httpStatus: 200,
    headers: {},
    body: { provider_setup_id: setup.id, url: `${appUrl}/sandbox/setup/${setup.id}` },
  };
}

/** A page where a card is saved, as its team sees it. */
export interface SetupView {
  id: string;
  state: 'open' | 'saved' | 'left';
  successPath: string;
  cancelPath: string;
}

/** Null for another team's setup as for one that does not exist, and where the sandbox is off. */
export async function getSetup(
  context: LabContext,
  { teamId, id }: { teamId: string; id: string },
): Promise<SetupView | null> {
  const setup = isSandboxOn(context) ? await findSetup(context.database, id) : null;
  if (!setup || (await findTeam(context, setup.setupId)) !== teamId) return null;
  const { state, successPath, cancelPath } = setup;
  return { id, state, successPath, cancelPath };
}

/**
 * Saves a test card and posts the webhook that tells it. Saving again tells the same event again, so that a lost
 * webhook can be made good. Returns the endpoint's HTTP status, 0 when it did not answer. Throws `setup_not_found`.
 */
export async function saveCard(
  context: LabContext,
  { teamId, id, behaviour }: { teamId: string; id: string; behaviour: CardBehaviour },
): Promise<number> {
  if (!(await getSetup(context, { teamId, id }))) throw BillingError.setupNotFound(id);
  const card = await context.database.transaction(async (tx) => {
    const setup = await findSetup(tx, id);
    if (setup && (await closeSetup(tx, id, 'saved')))
      await insertCard(tx, cardOf(setup, behaviour, context.clock.now()));
    return findCardOfSetup(tx, id);
  });
  return card ? tellSaved(context, card) : 0;
}

/** The buyer goes back without saving a card. Throws `setup_not_found`. */
export async function leaveSetup(context: LabContext, { teamId, id }: { teamId: string; id: string }): Promise<void> {
  if (!(await getSetup(context, { teamId, id }))) throw BillingError.setupNotFound(id);
  await context.database.transaction((tx) => closeSetup(tx, id, 'left'));
}

function cardOf(setup: { id: string; customerId: string }, behaviour: CardBehaviour, createdAt: Date) {
  const card = testCards.find((known) => known.behaviour === behaviour);
  if (!card) throw new Error(`There is no test card that ${behaviour}.`);
  const expYear = createdAt.getUTCFullYear() + 4;
  const { id: setupId, customerId } = setup;
  return { id: `sbx_pm_${randomUUID()}`, customerId, setupId, ...card, expMonth: 12, expYear, createdAt };
}

async function tellSaved(context: LabContext, card: SandboxCard): Promise<number> {
  const setup = await findSetup(context.database, card.setupId);
  const rawBody = encode({
    type: 'payment_method.saved',
    created_at: card.createdAt.toISOString().replace('Z', '000Z'),
    environment: context.settings.environment,
    data: {
      setup_id: setup?.setupId ?? null,
      provider_setup_id: card.setupId,
      customer_id: card.customerId,
      payment_method_id: card.id,
      ...{ brand: card.brand, last4: card.last4, exp_month: card.expMonth, exp_year: card.expYear },
    },
  });
  const eventId = card.id.replace('sbx_pm_', 'sbx_evt_');
  const signing = { secret: signingSecret(context), now: context.clock.now() };
  const { headers } = planDelivery({ label: 'card saved', eventId, rawBody }, signing);
  return (await context.deliver({ url: context.endpoint, rawBody, headers })).httpStatus;
}

/** The sandbox keeps no teams: whose a setup is, our own row says. */
async function findTeam({ database }: LabContext, setupId: string): Promise<string | null> {
  const { teamId, id } = paymentMethodSetups;
  const [row] = await database.select({ teamId }).from(paymentMethodSetups).where(eq(id, setupId));
  return row?.teamId ?? null;
}

function pathWithin(appUrl: string, address: string): string | null {
  const url = new URL(address);
  return url.origin === new URL(appUrl).origin ? `${url.pathname}${url.search}` : null;
}
