import { exportBillingHistory } from '@/lib/billing';
import { requireSession } from '../../../_session';
import { csvLines } from './csv';

/** The whole history of the session's team as CSV, oldest first, sent as it is read. */
export async function GET(): Promise<Response> {
  const { teamId } = await requireSession();
  return new Response(streamOf(csvLines(exportBillingHistory(teamId))), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="billing-history.csv"',
      'cache-control': 'no-store',
    },
  });
}

/** Reads on only as fast as the browser takes it. */
function streamOf(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}
