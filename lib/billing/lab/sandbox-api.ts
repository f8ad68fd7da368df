import { type Admission, checkBearer } from '../operations/bearer';
import { chargeCard } from './charge-card';
import type { SandboxCharge } from './charge-store';
import { tellCharge } from './charge-told';
import { isSandboxOn, type LabContext } from './context';
import { cancelCharge, lookUpCharges } from './look-up-charges';
import { type ApiAnswer, refused } from './sandbox-answers';
import { openSetup } from './set-up-card';

/** A request to the sandbox's interface. */
export interface ApiRequest {
  authorization: string | null;
  idempotencyKey: string | null;
  /** Parsed JSON; undefined where it was none, or too much. */
  body: unknown;
}

/** Goes on after the answer is on its way, as `after` of Next does. */
export type Afterwards = (work: () => Promise<void>) => void;

/** Charges a saved card, and afterwards tells it by webhook. */
export async function answerCharge(
  context: LabContext,
  request: ApiRequest,
  afterwards: Afterwards,
): Promise<ApiAnswer> {
  const no = refusal(context, request.authorization);
  if (no) return no;
  const { answer, happened } = await chargeCard(context, request);
  if (happened) tellAfterwards(context, [happened], afterwards);
  return answer;
}

/** Says how charges stand: all of an operation's, or one. */
export async function answerLookUp(
  context: LabContext,
  { authorization, about }: { authorization: string | null; about: { operationId: string } | { id: string } },
  afterwards: Afterwards,
): Promise<ApiAnswer> {
  const no = refusal(context, authorization);
  if (no) return no;
  const { answer, ended } = await lookUpCharges(context, about);
  tellAfterwards(context, ended, afterwards);
  return answer;
}

/** Gives up a charge that has not ended. */
export async function answerCancel(
  context: LabContext,
  { authorization, id }: { authorization: string | null; id: string },
  afterwards: Afterwards,
): Promise<ApiAnswer> {
  const no = refusal(context, authorization);
  if (no) return no;
  const { answer, ended } = await cancelCharge(context, id);
  tellAfterwards(context, ended, afterwards);
  return answer;
}

/** Opens the page where a card is saved. */
export async function answerSetup(context: LabContext, request: ApiRequest): Promise<ApiAnswer> {
  return refusal(context, request.authorization) ?? openSetup(context, request.body);
}

/** Who calls must know one of the secrets that the sandbox signs with. */
function refusal(context: LabContext, authorization: string | null): ApiAnswer | null {
  if (!isSandboxOn(context)) return refused(404, 'sandbox_off');
  const secrets = context.settings.providers.sandbox?.webhookSecrets ?? [];
  const admissions: Admission[] = secrets.map((secret) => checkBearer(authorization, secret));
  return admissions.includes('admitted') ? null : refused(401, 'unauthorized');
}

function tellAfterwards(context: LabContext, charges: SandboxCharge[], afterwards: Afterwards): void {
  if (charges.length === 0) return;
  afterwards(async () => {
    for (const charge of charges) await tellCharge(context, charge);
  });
}
