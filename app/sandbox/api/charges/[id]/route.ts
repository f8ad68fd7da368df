import { answerLookUp } from '@/lib/billing/lab';
import { afterwards, respond } from '../../_request';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

/** How one charge stands. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const authorization = request.headers.get('authorization');
  return respond(await answerLookUp({ authorization, about: { id: (await params).id } }, afterwards));
}
