import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '@/db/client';
import type { House } from './house';
import type { Measured } from './rounds';
import { spendingCredits } from './seed';

const answer = (status: string) => `200 {"status":"${status}"}`;

/** On a busy machine a lock may take longer than a second: then the receipt is kept and the background pass applies it. */
const expectedAnswers = {
  verify: [answer('verified')],
  purchase: [answer('applied'), answer('retrying')],
  hot: [answer('applied'), answer('retrying')],
  replay: [answer('duplicate')],
} as const;

const sums = z.object({ purchases: z.coerce.number(), balance: z.coerce.number(), spends: z.coerce.number() });

/** One sentence for each thing that is not as what was sent should have left it; none is what a bench may measure. */
export async function findMistakes({ database }: House, { answers, spends }: Measured): Promise<string[]> {
  const mistakes: string[] = [];
  for (const name of ['verify', 'purchase', 'hot', 'replay'] as const) {
    for (const [given, times] of Object.entries(answers[name])) {
      const isExpected = expectedAnswers[name].some((expected) => expected === given);
      if (!isExpected) mistakes.push(`${name} was answered ${given} ${times} times.`);
    }
  }
  await untilApplied(database);
  const times = (given: string) => (answers.purchase[given] ?? 0) + (answers.hot[given] ?? 0);
  const retried = times(answer('retrying'));
  const purchases = times(answer('applied')) + retried;
  const [row] = await database.execute(sql`
    select (select count(*) from credit_purchases) as purchases,
      (select sum(balance) from credits) as balance,
      (select count(*) from credit_ledger_entries where kind = 'spend') as spends`);
  const found = sums.parse(row);
  const expected = { purchases, balance: spendingCredits + purchases * 1000 - spends, spends };
  for (const key of ['purchases', 'balance', 'spends'] as const) {
    if (found[key] !== expected[key])
      mistakes.push(`${key}: ${found[key]} in the database, ${expected[key]} expected.`);
  }
  if (mistakes.length === 0) {
    console.log(
      `\nChecked: ${purchases} purchases applied, ${retried} of them by the background pass, ${spends} credits`,
    );
    console.log(`spent, ${found.balance} left, and no answer but those expected.`);
  }
  return mistakes;
}

/** The server's background pass comes each second and tries an event again two seconds after it failed. */
async function untilApplied(database: Database): Promise<void> {
  const isLeft = sql`select from billing_webhook_events where state = 'retrying' limit 1`;
  for (let looks = 0; looks < 300 && (await database.execute(isLeft)).length > 0; looks += 1) await wait(100);
}
