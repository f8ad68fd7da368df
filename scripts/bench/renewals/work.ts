import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { billingContext } from '@/lib/billing/context';
import { tickDue } from '@/lib/billing/renewals/tick';
import { answerWork } from '../worker';

/** A worker that ticks until nothing is due. */
const context = billingContext();
const batch = { isTimeLeft: () => true, limit: 100 };

answerWork(z.object({ do: z.enum(['warm_up', 'tick']) }), async (asked) => {
  if (asked.do === 'warm_up') {
    await context.database.execute(sql`select 1`);
    return { ready: true };
  }
  let count = 0;
  for (let done = await tickDue(context, batch); done > 0; done = await tickDue(context, batch)) count += done;
  return { count };
});
