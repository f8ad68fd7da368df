import { concurrency } from './concurrency';
import type { Measured, Round, ScenarioName, Size } from './rounds';
import { median, type StepCosts } from './steps';

const overHttp: [ScenarioName, string][] = [
  ['verify', 'verify only'],
  ['purchase', 'purchase, distinct teams'],
  ['hot', 'purchase, one hot team'],
  ['replay', 'replay'],
];

const inProcess: [ScenarioName, string][] = [
  ['select', 'select 1 in a transaction'],
  ['spend', 'spendCredits, distinct teams'],
  ['spendHot', 'spendCredits, one hot team'],
];

export function printReport({ rounds, steps }: Measured, size: Size): void {
  const counted = `${size.requests} requests in each of ${size.rounds} rounds, ${concurrency} at a time`;
  console.log(`\nOver HTTP, Stripe deliveries to \`next start\`: ${counted}; medians of the rounds.\n`);
  printTable(overHttp.map(([name, label]) => row(label, rounds[name], rounds.verify)));
  console.log(`\nIn one process with 10 connections: ${counted}; medians of the rounds.\n`);
  printTable(inProcess.map(([name, label]) => row(label, rounds[name], rounds.select)));
  console.log('\nOne purchase after another, alone in a process:\n');
  printTable(stepRows(steps.purchase));
  console.log('\nThe same deliveries again:\n');
  printTable(stepRows(steps.replay));
}

/** Ratios are taken within each round, since the machine may be slower in the next one. */
function row(label: string, rounds: readonly Round[], base: readonly Round[]): Record<string, string> {
  const ratios = rounds.map((round, index) => perSecond(round) / perSecond(base[index] ?? round));
  const cpuRatios = rounds.flatMap((round, index) => ratioOfCpu(round, base[index] ?? round) ?? []);
  const [low, high] = [Math.min(...ratios), Math.max(...ratios)];
  return {
    '': label,
    'per second': perSecondOf(rounds).toFixed(0),
    'p50 ms': median(rounds.map((round) => percentile(round, 0.5))).toFixed(1),
    'p99 ms': median(rounds.map((round) => percentile(round, 0.99))).toFixed(1),
    'Node CPU ms': cpuEach(rounds, 'nodeCpuMs'),
    'Postgres CPU ms': cpuEach(rounds, 'postgresCpuMs'),
    ratio: median(ratios).toFixed(2),
    'lowest-highest': `${low.toFixed(2)}-${high.toFixed(2)}`,
    'by Node CPU': cpuRatios.length === 0 ? '-' : median(cpuRatios).toFixed(2),
  };
}

function stepRows(steps: StepCosts): Record<string, string>[] {
  const total = steps.reduce(
    (sum, { statements, roundTrips, medianMs }) => ({
      step: 'together',
      statements: sum.statements + statements,
      roundTrips: sum.roundTrips + roundTrips,
      medianMs: sum.medianMs + medianMs,
    }),
    { step: 'together', statements: 0, roundTrips: 0, medianMs: 0 },
  );
  return [...steps, total].map(({ step, statements, roundTrips, medianMs }) => ({
    'up to': step,
    statements: String(statements),
    'round trips': String(roundTrips),
    'median ms': medianMs.toFixed(2),
  }));
}

/** What the throughput would be if nothing but the process's own work counted: steadier on a busy machine. */
function ratioOfCpu(round: Round, base: Round): number | null {
  if (round.nodeCpuMs === null || base.nodeCpuMs === null) return null;
  return base.nodeCpuMs / base.latenciesMs.length / (round.nodeCpuMs / round.latenciesMs.length);
}

function perSecondOf(rounds: readonly Round[]): number {
  return median(rounds.map(perSecond));
}

function perSecond({ latenciesMs, elapsedMs }: Round): number {
  return (latenciesMs.length / elapsedMs) * 1000;
}

function percentile({ latenciesMs }: Round, share: number): number {
  const sorted = [...latenciesMs].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

function cpuEach(rounds: readonly Round[], of: 'nodeCpuMs' | 'postgresCpuMs'): string {
  const each = rounds.flatMap((round) => {
    const used = round[of];
    return used === null ? [] : [used / round.latenciesMs.length];
  });
  return each.length === 0 ? '-' : median(each).toFixed(2);
}

/** As Markdown, so that it can be kept as it was printed. */
function printTable(rows: readonly Record<string, string>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0))).join(' | ')} |`;
  console.log(line(columns));
  console.log(
    `|${widths.map((width, index) => (index === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`,
  );
  for (const cells of rows) console.log(line(columns.map((column) => cells[column] ?? '')));
}
