import { z } from 'zod';

const credits = z.int().min(1).max(Number.MAX_SAFE_INTEGER).describe('Whole credits.');
/** Printable: what comes in here is shown to people, and Postgres refuses NUL. */
const line = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\P{Cc}*$/u, 'No control characters.');
const reason = line.describe('What it is for, as the team reads it in its history.');
const ref = line.nullish().describe('Your own reference: the job, the document, the user.');

/** What may be asked for. A field that is not known is refused, since it would be a misunderstanding. */
export const bodies = {
  spend: z.strictObject({ credits, reason, ref }),
  hold: z.strictObject({
    credits,
    reason,
    ref,
    expiresInSeconds: z
      .int()
      .min(1)
      .max(2_592_000)
      .optional()
      .describe('When the hold releases itself; 3600 unless told, 30 days at most.'),
  }),
  capture: z.strictObject({ credits: credits.optional().describe('What the job used; all of the hold unless told.') }),
  release: z.strictObject({}),
};

const amount = z.int();

/** What is answered. */
export const answers = {
  credits: z.object({
    balance: amount.describe('All that the team has. Below zero after a refund of what was spent already.'),
    held: amount.describe('What of it is reserved for jobs.'),
    available: amount.describe('What can be spent now.'),
  }),
  spent: z.object({
    id: z.string().describe('Of the line in the history.'),
    credits: amount.describe('What was spent.'),
    balance: amount.describe('What this left.'),
  }),
  hold: z.object({
    id: z.string().describe('To capture or release it with.'),
    state: z.enum(['held', 'captured', 'released', 'expired']).describe('held, captured, released or expired.'),
    credits: amount.describe('What was reserved.'),
    captured: amount.describe('What of it was spent.'),
    expiresAt: z.iso.datetime().describe('When it releases itself.'),
  }),
};
