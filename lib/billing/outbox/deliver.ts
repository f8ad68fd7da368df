import { type Mail, type Mailer, type SendResult, sendTimeoutMs } from '../../email';
import type { BillingContext } from '../context';
import type { Pass } from '../drain';
import { type ClaimedMessage, claimMessage, type MessageSettlement, settleMessage } from './outbox';
import { prepare } from './prepare';
import { tryForMs } from './retry';
import { isUnclear, settlementOf } from './settlement';

/** Longer than a try can take, so that nobody sends what somebody is still sending. */
const leaseMs = 2 * sendTimeoutMs + 10_000;

const lanes = 4;

/**
 * Sends what is due, each message under a lease: claimed and committed, sent outside of any transaction, and settled
 * only while the lease is still ours. Without a mailer messages wait. A receiver that cannot be reached ends the pass.
 * Returns how many messages it settled.
 */
export function deliverMessages(context: BillingContext, pass: Pass): Promise<number> {
  return deliverDue(context, pass, { onlySealed: false });
}

/** As `deliverMessages`, of those with a link in them, for which somebody waits: they pass all others by. */
export function deliverSecrets(context: BillingContext): Promise<number> {
  return deliverDue(context, { limit: 10, isTimeLeft: () => true }, { onlySealed: true });
}

async function deliverDue(
  context: BillingContext,
  pass: Pass,
  { onlySealed }: { onlySealed: boolean },
): Promise<number> {
  const { mailer } = context;
  if (!mailer) return 0;
  let taken = 0;
  let isDown = false;
  const lane = async () => {
    while (!isDown && taken < pass.limit && pass.isTimeLeft()) {
      taken += 1;
      const claimed = await claimMessage(context.database, { at: context.clock.now(), leaseMs, onlySealed });
      if (!claimed) {
        taken -= 1;
        return;
      }
      const { errorCode } = await deliver(context, mailer, claimed);
      isDown ||= errorCode === 'unreachable' || errorCode === 'no_answer';
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return taken;
}

async function deliver(context: BillingContext, mailer: Mailer, claimed: ClaimedMessage): Promise<MessageSettlement> {
  const settlement = emptied(await attempt(context, mailer, claimed), mailer);
  const { id, eventType: type, teamId, attempts } = claimed.message;
  const isOurs = await settleMessage(context.database, claimed.message, settlement);
  const { state, errorCode: code } = settlement;
  const fields = { messageId: id, type, teamId, attempts, state, code };
  if (isOurs) context.log[state === 'sent' || state === 'superseded' ? 'info' : 'warn'](fields, 'message tried');
  else context.log.warn(fields, 'message settled by another process');
  return settlement;
}

/** A link is kept no longer than somebody has to send it. */
function emptied(settlement: MessageSettlement, { isMailbox }: Mailer): MessageSettlement {
  return settlement.nextAttemptAt === null && !isMailbox ? { ...settlement, sealed: null } : settlement;
}

async function attempt(context: BillingContext, mailer: Mailer, claimed: ClaimedMessage): Promise<MessageSettlement> {
  const prepared = await prepare(context, mailer, claimed).catch((error: unknown) => {
    context.log.error({ messageId: claimed.message.id, error: nameOf(error) }, 'message could not be written');
    return { kind: 'not_written' } as const;
  });
  const now = context.clock.now();
  switch (prepared.kind) {
    case 'mail':
      return sendOrAsk(context, mailer, { claimed, mail: prepared.mail });
    case 'superseded':
      return { state: 'superseded', nextAttemptAt: null, errorCode: prepared.code };
    case 'undeliverable':
      return { state: 'failed', nextAttemptAt: null, errorCode: prepared.code };
    case 'not_written': {
      const refused = { kind: 'refused', code: 'not_written', permanent: false } as const;
      return settlementOf(refused, { ...claimed, now, isAnswerable: isAnswerable(mailer, claimed, now) });
    }
    default:
      return prepared satisfies never;
  }
}

/** A message whose last try may have arrived is asked for, or sent again where the receiver drops the repeat. */
async function sendOrAsk(
  context: BillingContext,
  mailer: Mailer,
  { claimed, mail }: { claimed: ClaimedMessage; mail: Mail },
): Promise<MessageSettlement> {
  const settled = (result: SendResult, previous = claimed.previous) => {
    const now = context.clock.now();
    return settlementOf(result, { ...claimed, previous, now, isAnswerable: isAnswerable(mailer, claimed, now) });
  };
  if (!isUnclear(claimed)) return settled(await mailer.send(mail));
  if (mailer.find) {
    const found = await mailer.find(mail.idempotencyKey);
    if (found.kind === 'sent') return settled(found);
    if (found.kind === 'unknown') return settled({ kind: 'ambiguous', code: 'not_found_out' });
    // Surely absent: the try before this one is out of the question.
    return settled(await mailer.send(mail), 'pending');
  }
  if (isRepeatable(mailer, claimed, context.clock.now())) return settled(await mailer.send(mail));
  return settled({ kind: 'ambiguous', code: claimed.message.errorCode ?? 'lease_lost' });
}

function isAnswerable(mailer: Mailer, claimed: ClaimedMessage, now: Date): boolean {
  return mailer.find !== undefined || isRepeatable(mailer, claimed, now);
}

/** The receiver still remembers the key's first use, however late it may have been. */
function isRepeatable(mailer: Mailer, { message }: ClaimedMessage, now: Date): boolean {
  const { firstTriedAt } = message;
  if (mailer.idempotentForMs === null || firstTriedAt === null) return false;
  return now.getTime() - firstTriedAt.getTime() < Math.min(mailer.idempotentForMs, tryForMs);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
