import { admitSchedule, runScheduledPass } from '@/lib/billing/operations';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';
export const maxDuration = 60;

/** A schedule's call: one pass over everything due, for deployments that keep no process running. */
export async function GET(request: Request): Promise<Response> {
  const admission = admitSchedule(request.headers.get('authorization'));
  if (admission === 'unset')
    return answer(503, 'cron_secret_missing', { message: 'Set CRON_SECRET, and send it as a bearer token.' });
  if (admission === 'refused') return answer(401, 'unauthorized', { message: 'Send CRON_SECRET as a bearer token.' });
  try {
    return answer(200, 'drained', { drained: await runScheduledPass({ budgetMs: 25_000 }) });
  } catch {
    return answer(503, 'database_unavailable', { message: 'The database does not answer; call again later.' });
  }
}

function answer(httpStatus: number, status: string, more: object): Response {
  return Response.json({ status, ...more }, { status: httpStatus, headers: { 'cache-control': 'no-store' } });
}
