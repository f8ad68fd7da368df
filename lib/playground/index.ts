/**
 * An example of a feature that costs credits: it holds what a job may cost at most, does the job, and captures what it
 * came to. Put your own in its place.
 */
import { captureHold, holdCredits, releaseHold } from '../billing';
import { analyse, type TextReport } from './analyse';

export type { TextReport } from './analyse';

export interface ReportRequest {
  teamId: string;
  userId: string;
  /** 1 to 200 characters, one for each job: a job that is sent twice is paid once. */
  jobId: string;
  text: string;
}

export interface PaidReport {
  report: TextReport;
  /** Credits: what was held, and what of it was spent. */
  held: number;
  spent: number;
}

/** Reads a text and reports on it for a credit per hundred words. Throws `insufficient_credits`. */
export async function reportOnText(
  { teamId, userId, jobId, text }: ReportRequest,
  work: (text: string) => TextReport | Promise<TextReport> = analyse,
): Promise<PaidReport> {
  const credits = costAtMost(text);
  const job = { idempotencyKey: `report:${jobId}`, reason: 'Text report', ref: jobId, actor: `user:${userId}` };
  const { id: holdId } = await holdCredits({ teamId, credits, expiresInSeconds: 600, ...job });
  try {
    const report = await work(text);
    const { captured } = await captureHold({ teamId, holdId, credits: costOf(report) });
    return { report, held: credits, spent: captured };
  } catch (error) {
    await releaseHold({ teamId, holdId });
    throw error;
  }
}

/** A word has one character and a space at least, so no text costs more. */
function costAtMost(text: string): number {
  return Math.max(Math.ceil((text.length + 1) / 200), 1);
}

function costOf({ words }: TextReport): number {
  return Math.max(Math.ceil(words / 100), 1);
}
