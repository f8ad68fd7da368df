import { randomUUID } from 'node:crypto';
import { refresh } from 'next/cache';
import type { z } from 'zod';
import { BillingError } from '@/lib/billing';
import type { OperatorState } from './_components/operator-state';

/** Does it, and shows the page as it is then. What the billing refuses is told in its own words. */
export async function attempt<Schema extends z.ZodType>(
  schema: Schema,
  form: FormData,
  work: (request: z.output<Schema>) => Promise<string>,
): Promise<OperatorState> {
  const parsed = schema.safeParse(Object.fromEntries(form));
  const at = randomUUID();
  if (!parsed.success) return { error: 'Fill in every field.', done: null, at };
  try {
    const done = await work(parsed.data);
    refresh();
    return { error: null, done, at };
  } catch (error) {
    if (!(error instanceof BillingError)) throw error;
    return { error: error.message, done: null, at };
  }
}
