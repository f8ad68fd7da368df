import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { caseHelp, findHelp, type Help } from '@/lib/billing/operator/help';
import { codeHelp } from '@/lib/billing/operator/help-codes';

const runbook = readFileSync(fileURLToPath(new URL('../../docs/operations.md', import.meta.url)), 'utf8');
const described: [string, Help][] = [...Object.entries(caseHelp), ...Object.entries(codeHelp)];

/** The text under a heading, on one line. */
function sectionOf(code: string): string {
  const [, text = ''] = runbook.split(`\n### \`${code}\`\n`);
  return (text.split(/\n#{1,3} /)[0] ?? '').replace(/\s+/g, ' ');
}

describe('the runbook', () => {
  // The compiler wants help for every kind of case that the code can open.
  it.each(described)('says of %s what it means, what to do, and how to see that it is mended', (code, help) => {
    const section = sectionOf(code);
    expect(section).toContain(help.title);
    expect(section).toContain(help.means);
    expect(section).toContain(help.whatToDo);
    expect(section).toContain(help.mendedWhen);
  });

  it('describes nothing that the code does not know', () => {
    const [, sections = ''] = runbook.split('\n## Cases\n');
    const named = [...sections.matchAll(/^### `([^`]+)`$/gm)].map(([, code]) => code);
    expect(named).toEqual(described.map(([code]) => code));
  });

  it.each(['sql_55P03', 'sql_57014', 'sql_22P05', 'sql_23505', 'sql_08006', 'internal_error', 'unknown_price'])(
    'has help for the code %s',
    (code) => {
      expect(findHelp(code)).not.toBeNull();
    },
  );
});
