import { answerCancel } from '@/lib/billing/lab';
import { afterwards, respond } from '../../../_request';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

/** Gives up a charge that has not ended. */
export async function POST(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const authorization = request.headers.get('authorization');
  return respond(await answerCancel({ authorization, id: (await params).id }, afterwards));
}
