import type { Finding } from '@/lib/billing/reconciliation/run';

const columns = ['what', 'key', 'here', 'at the provider', 'outcome'] as const;
const widest = 60;

/** The differences as a table for a terminal. Ids, states and amounts; nothing of a buyer's. */
export function tableOf(findings: readonly Finding[]): string {
  const rows = findings.map(({ what, key, kind, local, remote, outcome }) => [
    what,
    key,
    kind === 'missing' ? 'missing' : short(local),
    short(remote),
    outcome,
  ]);
  const widths = columns.map((name, index) => Math.max(name.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function short(values: Record<string, unknown> | null): string {
  if (values === null) return 'unlike';
  const text = Object.entries(values)
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text;
}
