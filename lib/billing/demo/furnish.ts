import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { subscriptionOutbox } from '@/db/schema';
import { fixedClock } from '../../clock';
import { startCheckout } from '../checkout';
import { capture, hold } from '../credits/hold';
import { spend } from '../credits/spend';
import { actOnSubscription } from '../lab/act';
import type { LabContext } from '../lab/context';
import { actOnHostedCheckout } from '../lab/hosted';
import { listLabPayments } from '../lab/queries';
import { runLab } from '../lab/run';
import { listSandboxSubscriptions } from '../lab/subscription-queries';
import { supersede } from '../outbox/outbox';
import { receiveWebhook } from '../webhooks/receive';
import { type Deed, planYear } from './year';

export interface DemoOwner {
  teamId: string;
  userId: string;
}

/**
 * Gives a fresh team a year of history: each deed goes the way that it would have gone on its day, through the same verbs
 * and the same webhooks. One transaction, so that nobody sees a year that is half told, and background work, whose clock is
 * today's, does not let its credits lapse meanwhile. Its messages are not sent. Throws when a deed does not end as planned.
 */
export function furnish(context: LabContext, owner: DemoOwner): Promise<void> {
  return inTurn(() =>
    context.database.transaction(async (tx) => {
      const clock = fixedClock(context.clock.now());
      const past = pastContext(context, tx, clock);
      for (const [index, { at, deed }] of planYear(context.clock.now()).entries()) {
        clock.set(at);
        await perform(past, owner, { deed, key: `demo:${index}` });
      }
      await keepSilent(tx, owner.teamId);
    }),
  );
}

/** Nobody wants a year of mail at once. */
async function keepSilent(tx: Transaction, teamId: string): Promise<void> {
  const { dedupKey, teamId: ofTeam } = subscriptionOutbox;
  const written = await tx.select({ dedupKey }).from(subscriptionOutbox).where(eq(ofTeam, teamId));
  await supersede(
    tx,
    written.map((message) => message.dedupKey),
  );
}

let last: Promise<unknown> = Promise.resolve();
let inLine = 0;
const mostInLine = 4;

/**
 * One after the other in this process: each holds the locks of all its events until it ends. Throws when the line is so
 * long that a visitor would notice.
 */
async function inTurn(run: () => Promise<void>): Promise<void> {
  if (inLine >= mostInLine) throw new Error('Too many demos are being furnished already.');
  inLine += 1;
  const mine = last.then(run, run);
  last = mine.catch(() => {});
  try {
    await mine;
  } finally {
    inLine -= 1;
  }
}

/** The billing on a day in the past: what it writes is part of `tx`, and the sandbox's messages arrive without a network. */
function pastContext(context: LabContext, tx: Transaction, clock: ReturnType<typeof fixedClock>): LabContext {
  const database: Database = Object.assign(tx, { $client: context.database.$client });
  const past: LabContext = {
    ...{ database, clock, log: quiet, endpoint: context.endpoint },
    settings: { ...context.settings, sellingProvider: 'sandbox' },
    deliver: async ({ rawBody, headers }) => {
      // What an event changed is found by its time, so no two of them share one.
      clock.advance(onItsWayMs);
      const startedAt = performance.now();
      const { httpStatus, status } = await receiveWebhook(past, 'sandbox', { rawBody, headers });
      if (!expected.includes(status)) throw new Error(`A webhook of the demo's history was ${status}.`);
      return { httpStatus, status, durationMs: Math.round((performance.now() - startedAt) * 10) / 10 };
    },
  };
  return past;
}

const onItsWayMs = 40;
const expected = ['applied', 'ignored', 'duplicate'];
/** Hundreds of lines about webhooks that nobody sent would hide those of real ones. */
const quiet: LabContext['log'] = { info: () => {}, warn: () => {}, error: () => {} };

async function perform(
  context: LabContext,
  owner: DemoOwner,
  { deed, key }: { deed: Deed; key: string },
): Promise<void> {
  const { teamId, userId } = owner;
  const use = { teamId, idempotencyKey: key, actor: `user:${userId}` };
  switch (deed.kind) {
    case 'subscribe':
    case 'buy':
      return buy(context, owner, deed.item);
    case 'subscription':
      return changeSubscription(context, teamId, deed);
    case 'pack':
      return changePack(context, teamId, deed);
    case 'spend':
      await spend(context.database, context.clock, { ...use, credits: deed.credits, reason: deed.reason });
      return;
    case 'job': {
      const { id } = await hold(context.database, context.clock, { ...use, credits: deed.held, reason: deed.reason });
      await capture(context.database, context.clock, { teamId, holdId: id, credits: deed.used });
      return;
    }
    default:
      deed satisfies never;
  }
}

async function buy(context: LabContext, owner: DemoOwner, item: string): Promise<void> {
  const { url } = await startCheckout(context, { ...owner, item });
  const providerCheckoutId = url.split('/').at(-1) ?? '';
  await actOnHostedCheckout(context, { providerCheckoutId, action: 'pay' });
}

async function changeSubscription(
  context: LabContext,
  teamId: string,
  { action, item }: Extract<Deed, { kind: 'subscription' }>,
): Promise<void> {
  const [sold] = await listSandboxSubscriptions(context, teamId);
  if (!sold) throw new Error('The demo has no subscription to change.');
  await actOnSubscription(context, { teamId, sandboxSubscriptionId: sold.sandboxSubscriptionId, action, item });
}

async function changePack(
  context: LabContext,
  teamId: string,
  { action }: Extract<Deed, { kind: 'pack' }>,
): Promise<void> {
  const [payment] = await listLabPayments(context, teamId);
  if (!payment) throw new Error('The demo has bought no pack.');
  await runLab(context, { teamId, purchaseId: payment.purchaseId, action });
}
