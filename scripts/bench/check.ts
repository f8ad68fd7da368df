import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { House } from './house';
import type { Measured } from './rounds';
import { spendingCredits } from './seed';

const expectedAnswers = {
  verify: '200 {"status":"verified"}',
  purchase: '200 {"status":"applied"}',
  hot: '200 {"status":"applied"}',
  replay: '200 {"status":"duplicate"}',
} as const;

const sums = z.object({ purchases: z.coerce.number(), balance: z.coerce.number(), spends: z.coerce.number() });

/** One sentence for each thing that is not as what was sent should have left it; none is what a bench may measure. */
export async function findMistakes({ database }: House, { answers, spends }: Measured): Promise<string[]> {
  const mistakes: string[] = [];
  for (const name of ['verify', 'purchase', 'hot', 'replay'] as const) {
    const { [expectedAnswers[name]]: _, ...others } = answers[name];
    for (const [answer, times] of Object.entries(others))
      mistakes.push(`${name} was answered ${answer} ${times} times.`);
  }
  const applied = (answers.purchase[expectedAnswers.purchase] ?? 0) + (answers.hot[expectedAnswers.hot] ?? 0);
  const [row] = await database.execute(sql`
    select (select count(*) from credit_purchases) as purchases,
      (select sum(balance) from credits) as balance,
      (select count(*) from credit_ledger_entries where kind = 'spend') as spends`);
  const found = sums.parse(row);
  const expected = { purchases: applied, balance: spendingCredits + applied * 1000 - spends, spends };
  for (const key of ['purchases', 'balance', 'spends'] as const) {
    if (found[key] !== expected[key])
      mistakes.push(`${key}: ${found[key]} in the database, ${expected[key]} expected.`);
  }
  if (mistakes.length === 0)
    console.log(
      `\nChecked: ${applied} purchases applied, ${spends} credits spent, ${found.balance} left; no other answer.`,
    );
  return mistakes;
}
