import { sql } from 'drizzle-orm';
import { reconciliationCases } from '@/db/schema';
import type { BillingContext } from '../context';
import type { BillingEvent, ProviderName } from '../events';
import { type Page, type ProviderReader, pagesOf } from '../providers/reader';
import { ProviderApiError } from '../providers/request';
import { readersOf } from '../reader-of';
import { listLacking } from '../webhooks/lookup-list';
import { lookUpEvent } from '../webhooks/lookups';
import { compare, type Difference } from './compare';
import { type Answer, eventsOf, feed, readAnswer } from './feed';
import { readHeld } from './held';
import { type Counted, claimRun, failRun, finishRun, keepPosition, pauseRun, type Run } from './runs';

/** One difference, with what became of it. A dry run leaves it alone. */
export interface Finding extends Difference {
  /** `applied`, `duplicate`, `waiting` ... as a webhook of it would have ended; `found` in a dry run. */
  outcome: string;
}

export interface Reconciliation {
  provider: ProviderName;
  /** Since when; since the watermark unless told. */
  since?: Date | null;
  isDryRun?: boolean;
  /** Asked before each page. Once false, the run stops and the next one goes on there. */
  isTimeLeft?: () => boolean;
  onFinding?: (finding: Finding) => void;
}

export type Reconciled =
  | { kind: 'done' | 'paused'; run: Run; counted: Counted }
  /** `code` is a `ProviderApiError`'s, or `internal_error`. */
  | { kind: 'failed'; code: string; message: string }
  /** Another process runs it. */
  | { kind: 'busy' }
  | { kind: 'no_api_key' };

/**
 * Compares what a provider lists with what we hold, and applies what is missing as its webhook would have been. The
 * watermark moves only after everything was compared; a run that was cut off goes on where it was.
 */
export async function reconcile(context: BillingContext, request: Reconciliation): Promise<Reconciled> {
  const { provider, since = null, isDryRun = false } = request;
  const reader = readersOf(context).get(provider);
  if (!reader) return { kind: 'no_api_key' };
  const run = await claimRun(context.database, { provider, since, isDryRun, now: context.clock.now() });
  if (!run) return { kind: 'busy' };
  const running: Running = { context, reader, request, run, counted: countedOf(run) };
  try {
    return await proceed(running);
  } catch (error) {
    const isTheirs = error instanceof ProviderApiError;
    const code = isTheirs ? error.code : 'internal_error';
    await failRun(context.database, running.run, { error: code, now: context.clock.now() });
    context.log.error(
      { provider, code, error: error instanceof Error ? error.name : 'unknown' },
      'reconciliation failed',
    );
    return { kind: 'failed', code, message: isTheirs ? error.message : 'An unexpected error.' };
  }
}

interface Running {
  context: BillingContext;
  reader: ProviderReader;
  request: Reconciliation;
  /** As it was last written: whoever changed it since has taken it over. */
  run: Run;
  counted: Counted;
}

async function proceed(running: Running): Promise<Reconciled> {
  const { context, reader, request } = running;
  const { since, until, position } = running.run;
  const window = { since, until };
  const begun = position ? reader.lists.indexOf(position.list) : 0;
  for (const [index, list] of reader.lists.entries()) {
    if (index < begun) continue;
    const cursor = position && index === begun ? position.cursor : null;
    for await (const page of pagesOf(reader, { list, window, cursor })) {
      await settlePage(running, page);
      const next = reader.lists[index + 1];
      const goesOn =
        page.next !== null ? { list, cursor: page.next } : next === undefined ? null : { list: next, cursor: null };
      if (!(await moveOn(running, goesOn ?? { list, cursor: null }))) return { kind: 'busy' };
      if (goesOn && request.isTimeLeft?.() === false) return pause(running);
    }
  }
  if (!request.isDryRun) await settleWaiting(running);
  const now = context.clock.now();
  const counted = { ...running.counted, casesOpened: await countCases(running) };
  await finishRun(context.database, running.run, { counted, now });
  context.log.info({ provider: request.provider, count: counted.differences }, 'reconciled');
  return { kind: 'done', run: running.run, counted };
}

/** Compares a page with what we hold, and feeds what is missing in the order of its time. */
async function settlePage(running: Running, { told }: Page): Promise<void> {
  const { context, request, run, counted } = running;
  const { provider, isDryRun = false, onFinding } = request;
  const answers = told.map(({ body }) => readAnswer(provider, body));
  const held = await readHeld(context.database, provider, answers.flatMap(eventsOf));
  const comparing = { provider, catalog: context.settings.catalog, held, since: run.since };
  const found = answers.flatMap((answer) => {
    const [difference] = differencesOf(answer, comparing);
    return difference ? [{ answer, difference }] : [];
  });
  counted.compared += answers.length;
  counted.differences += found.length;
  for (const { answer, difference } of found.sort((a, b) => (timeOf(a.answer) < timeOf(b.answer) ? -1 : 1))) {
    const outcome = isDryRun ? 'found' : await feed(context, answer);
    if (outcome === 'applied') counted.applied += 1;
    onFinding?.({ ...difference, outcome });
  }
}

/** What cannot be read counts too: a person has to look at it. */
function differencesOf(answer: Answer, comparing: Parameters<typeof compare>[1]): Difference[] {
  const { content, subjectKey } = answer.message;
  if (content.kind === 'unreadable') {
    const remote = { reason: content.reason };
    return [{ kind: 'differs', what: 'payment', key: subjectKey ?? 'unknown', local: null, remote }];
  }
  return eventsOf(answer).flatMap((event) => compare(event, comparing) ?? []);
}

/** A subscription says whose it is, so it comes before what was paid for it. */
function timeOf(answer: Answer): string {
  const [event] = eventsOf(answer);
  return event === undefined || event.kind === 'subscription_snapshot' ? '' : timeOfFact(event);
}

function timeOfFact(event: BillingEvent): string {
  return event.kind === 'period_paid' ? (event.period?.start ?? event.invoicedAt) : event.occurredAt;
}

async function moveOn(running: Running, position: { list: string; cursor: string | null }): Promise<boolean> {
  const { context, run, counted } = running;
  const kept = await keepPosition(context.database, run, { position, counted, now: context.clock.now() });
  if (kept) running.run = kept;
  return kept !== null;
}

async function pause(running: Running): Promise<Reconciled> {
  await pauseRun(running.context.database, running.run);
  return { kind: 'paused', run: running.run, counted: running.counted };
}

const rounds = 3;
const atOnce = 500;

/**
 * What waits or was parked for something that the provider can be asked for is asked for now, however long ago it came:
 * so a case that holds two periods that do not join is closed by what lies between them.
 */
async function settleWaiting({ context, request }: Running): Promise<void> {
  const { provider, isTimeLeft = () => true } = request;
  const asked = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const which = { providers: [provider], now: context.clock.now(), patienceMs: 0, maxAgeDays: null, limit: atOnce };
    const lacking = (await listLacking(context.database, which)).filter(({ eventId }) => !asked.has(eventId));
    if (lacking.length === 0) return;
    for (const key of lacking) {
      if (!isTimeLeft()) return;
      asked.add(key.eventId);
      await lookUpEvent(context, key);
    }
  }
}

async function countCases({ context, request, run }: Running): Promise<number> {
  return context.database.$count(
    reconciliationCases,
    sql`${reconciliationCases.provider} = ${request.provider} and ${reconciliationCases.openedAt} >= ${run.startedAt.toISOString()}`,
  );
}

function countedOf({ compared, differences, applied, casesOpened }: Run): Counted {
  return { compared, differences, applied, casesOpened };
}
