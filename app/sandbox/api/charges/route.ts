import { answerCharge, answerLookUp } from '@/lib/billing/lab';
import { afterwards, readApiRequest, respond } from '../_request';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

/** The sandbox as a provider: charges a saved card once per `Idempotency-Key`. */
export async function POST(request: Request): Promise<Response> {
  return respond(await answerCharge(await readApiRequest(request), afterwards));
}

/** The charges of `?operation_id=`. */
export async function GET(request: Request): Promise<Response> {
  const authorization = request.headers.get('authorization');
  const operationId = new URL(request.url).searchParams.get('operation_id') ?? '';
  return respond(await answerLookUp({ authorization, about: { operationId } }, afterwards));
}
