import { countQuestions, findCharge, type SandboxCharge, settleCharge } from './charge-store';
import type { LabContext } from './context';
import { type ApiAnswer, chargeBody, refused } from './sandbox-answers';

/** Answers, and the charges that ended because they were asked for. */
export interface LookedUp {
  answer: ApiAnswer;
  ended: SandboxCharge[];
}

/**
 * The charges of an operation, or one by its id. A charge that takes its time ends when it is asked for the second time:
 * a rule that a made-up clock can follow as well as the real one.
 */
export async function lookUpCharges(
  context: LabContext,
  about: { operationId: string } | { id: string },
): Promise<LookedUp> {
  const at = context.clock.now();
  const { appUrl } = context.settings;
  return context.database.transaction(async (tx) => {
    const found: SandboxCharge[] = [];
    const ended: SandboxCharge[] = [];
    for (const charge of await countQuestions(tx, about)) {
      const isDue = charge.status === 'processing' && charge.questions >= 2;
      const settled = isDue ? await settleCharge(tx, charge.id, { status: 'succeeded', code: null, at }) : null;
      found.push(settled ?? charge);
      if (settled) ended.push(settled);
    }
    return {
      answer: answerOf(
        about,
        found.map((charge) => chargeBody(charge, appUrl)),
      ),
      ended,
    };
  });
}

/** Gives up a charge that has not ended, so that it never can take money. What has ended stays as it is. */
export async function cancelCharge(context: LabContext, id: string): Promise<LookedUp> {
  const at = context.clock.now();
  const { appUrl } = context.settings;
  return context.database.transaction(async (tx) => {
    const settled = await settleCharge(tx, id, { status: 'failed', code: 'canceled', at });
    const charge = settled ?? (await findCharge(tx, id));
    return {
      answer: charge
        ? { httpStatus: 200, headers: {}, body: chargeBody(charge, appUrl) }
        : refused(404, 'charge_not_found'),
      ended: settled ? [settled] : [],
    };
  });
}

function answerOf(about: { operationId: string } | { id: string }, charges: Record<string, unknown>[]): ApiAnswer {
  if ('operationId' in about) return { httpStatus: 200, headers: {}, body: { charges } };
  const [charge] = charges;
  return charge ? { httpStatus: 200, headers: {}, body: charge } : refused(404, 'charge_not_found');
}
