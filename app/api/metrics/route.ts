import { admitScraper, getMetrics } from '@/lib/billing/operations';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

/** For Prometheus, with METRICS_TOKEN as the bearer token. */
export async function GET(request: Request): Promise<Response> {
  const admission = admitScraper(request.headers.get('authorization'));
  if (admission === 'unset') return say(503, 'Set METRICS_TOKEN, and send it as a bearer token.');
  if (admission === 'refused') return say(401, 'Send METRICS_TOKEN as a bearer token.');
  try {
    const { type, text } = await getMetrics();
    return new Response(text, { headers: { 'content-type': type, 'cache-control': 'no-store' } });
  } catch {
    return say(503, 'The database does not answer.');
  }
}

function say(httpStatus: number, sentence: string): Response {
  return new Response(`${sentence}\n`, { status: httpStatus, headers: { 'content-type': 'text/plain' } });
}
