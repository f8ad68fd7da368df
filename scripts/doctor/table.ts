import type { Finding } from './finding';

const words: Record<Finding['state'], string> = { ok: 'ok', look: 'LOOK', wrong: 'WRONG' };

/** A line for each finding, and below a line what to do about it. */
export function tableOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length));
  return findings
    .map(({ about, state, says, todo }) => {
      const line = `${words[state].padEnd(5)}  ${about.padEnd(width)}  ${says}`;
      return todo ? `${line}\n${' '.repeat(9 + width)}-> ${todo}` : line;
    })
    .join('\n');
}
