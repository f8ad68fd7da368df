import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Timings } from './concurrency';
import { cpuMs } from './cpu';
import type { House } from './house';
import { hotCustomerId, hotTeamId, seedHotTeams, seedSeries } from './seed';
import { type StepCosts, stepCosts } from './steps';

export const scenarioNames = ['verify', 'purchase', 'hot', 'replay', 'select', 'spend', 'spendHot'] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export interface Size {
  rounds: number;
  /** In each round of each scenario. */
  requests: number;
}

export interface Round extends Timings {
  /** Of the process that does the work: the server, or the caller of the verbs. Null where the system does not tell. */
  nodeCpuMs: number | null;
  postgresCpuMs: number | null;
}

export interface Measured {
  rounds: Record<ScenarioName, Round[]>;
  /** How often each answer came, by scenario, warm-up included. */
  answers: Record<'verify' | 'purchase' | 'hot' | 'replay', Record<string, number>>;
  spends: number;
  steps: Record<'purchase' | 'replay', StepCosts>;
}

const timings = z.object({ elapsedMs: z.number(), latenciesMs: z.array(z.number()) });
const sent = timings.extend({ answers: z.record(z.string(), z.number()) });
const called = timings.extend({ cpuMs: z.number() });

/** The first round of all warms up and is not counted; then each round has every scenario once, so drift hits all. */
export async function runRounds(house: House, size: Size): Promise<Measured> {
  await seedHotTeams(house.database);
  const measured: Measured = {
    rounds: { verify: [], purchase: [], hot: [], replay: [], select: [], spend: [], spendHot: [] },
    answers: { verify: {}, purchase: {}, hot: {}, replay: {} },
    spends: 0,
    steps: { purchase: [], replay: [] },
  };
  for (let round = 0; round <= size.rounds; round += 1) {
    console.log(round === 0 ? 'Warming up ...' : `Round ${round} of ${size.rounds} ...`);
    await runRound(house, measured, { round, requests: round === 0 ? warmUp(size) : size.requests });
    // As autovacuum does within a minute: plans that were made for empty tables are none to measure.
    if (round === 0) await house.database.execute(sql`analyze`);
  }
  await measureSteps(house, measured, Math.min(size.requests, 500));
  return measured;
}

/** As long for a short run as for a long one: code that is not compiled yet makes everything alike. */
function warmUp({ requests }: Size): number {
  return Math.max(requests, 1000);
}

interface Turn {
  round: number;
  requests: number;
}

async function runRound(house: House, measured: Measured, { round, requests }: Turn): Promise<void> {
  const own = { series: `own_${round}`, count: requests };
  const hot = { series: `hot_${round}`, count: requests };
  await seedSeries(house.database, { ...own, teamId: null });
  await seedSeries(house.database, { ...hot, teamId: hotTeamId });
  const first = { series: 'own_0', count: requests };
  const keep = (name: ScenarioName, result: Round) => {
    if (round > 0) measured.rounds[name].push(result);
  };
  keep('verify', await sendSeries(house, measured, { name: 'verify', ...own }));
  keep('purchase', await sendSeries(house, measured, { name: 'purchase', ...own }));
  keep('hot', await sendSeries(house, measured, { name: 'hot', ...hot }));
  keep('replay', await sendSeries(house, measured, { name: 'replay', ...first }));
  keep('select', await callVerb(house, { kind: 'select', count: requests, key: '', teams: 'own' }));
  keep('spend', await callVerb(house, { kind: 'spend', count: requests, key: `own_${round}`, teams: 'own' }));
  keep('spendHot', await callVerb(house, { kind: 'spend', count: requests, key: `hot_${round}`, teams: 'hot' }));
  measured.spends += 2 * requests;
}

interface Sending {
  name: 'verify' | 'purchase' | 'hot' | 'replay';
  series: string;
  count: number;
}

async function sendSeries(house: House, measured: Measured, { name, series, count }: Sending): Promise<Round> {
  const { server, postgresPid } = house;
  const path = name === 'verify' ? '/api/verify-only/stripe' : '/api/webhooks/stripe';
  const customerId = name === 'hot' ? hotCustomerId : null;
  const before = { node: cpuMs(server.pid), postgres: cpuMs(postgresPid) };
  const result = await house.sender.ask({ url: `${server.url}${path}`, series, count, customerId }, sent);
  const { answers, ...times } = result;
  const total = measured.answers[name];
  for (const [answer, times] of Object.entries(answers)) total[answer] = (total[answer] ?? 0) + times;
  return {
    ...times,
    nodeCpuMs: difference(before.node, cpuMs(server.pid)),
    postgresCpuMs: difference(before.postgres, cpuMs(postgresPid)),
  };
}

async function callVerb(house: House, work: object): Promise<Round> {
  const before = cpuMs(house.postgresPid);
  const { cpuMs: nodeCpuMs, ...times } = await house.caller.ask(work, called);
  return { ...times, nodeCpuMs, postgresCpuMs: difference(before, cpuMs(house.postgresPid)) };
}

/** One after another: the same series twice, so that the second time are replays. */
async function measureSteps(house: House, measured: Measured, count: number): Promise<void> {
  await seedSeries(house.database, { series: 'steps', count, teamId: null });
  const work = { kind: 'steps', series: 'steps', count };
  measured.steps.purchase = await house.caller.ask(work, stepCosts);
  measured.steps.replay = await house.caller.ask(work, stepCosts);
  measured.answers.purchase['200 {"status":"applied"}'] =
    (measured.answers.purchase['200 {"status":"applied"}'] ?? 0) + count;
}

function difference(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}
