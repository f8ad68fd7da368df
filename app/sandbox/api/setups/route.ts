import { answerSetup } from '@/lib/billing/lab';
import { readApiRequest, respond } from '../_request';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

/** The sandbox as a provider: opens the page where a card is saved. */
export async function POST(request: Request): Promise<Response> {
  return respond(await answerSetup(await readApiRequest(request)));
}
