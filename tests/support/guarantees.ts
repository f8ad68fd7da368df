/** A line of `docs/guarantees.md`: what holds, and the tests that show it. */
interface Guarantee {
  label: string;
  tests: { file: string; name: string }[];
}

/** A test of the run that is over. */
export interface RanTest {
  /** From the root of the project. */
  file: string;
  /** With the names of its groups before it: `group > test`. */
  name: string;
  state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** Why it was skipped. */
  note?: string | undefined;
}

/**
 * One sentence for each guarantee that this run does not show. What a provider would show that was taken out, this
 * installation does not promise.
 */
export function findUnproven(document: string, ran: readonly RanTest[], removed: readonly string[] = []): string[] {
  const guarantees = readGuarantees(document);
  if (guarantees.length === 0) return ['docs/guarantees.md names no guarantee.'];
  return guarantees.flatMap(({ label, tests }) => {
    if (tests.length === 0) return [`${label} names no test.`];
    return tests.flatMap((test) => findFault(test, ran, removed).map((fault) => `${label}: ${fault}`));
  });
}

/**
 * `- **C2** What holds.` is a guarantee; `  - tests/a.test.ts: group > test` below it is a test of it. A name that
 * ends in `…` stands for all tests whose names begin like that.
 */
function readGuarantees(document: string): Guarantee[] {
  const guarantees: Guarantee[] = [];
  for (const line of document.split('\n')) {
    const [, label] = /^- \*\*(.+?)\*\* /.exec(line) ?? [];
    const [, file, name] = /^ {2}- `(tests\/\S+)`: (.+)$/.exec(line) ?? [];
    if (label !== undefined) guarantees.push({ label, tests: [] });
    if (file !== undefined && name !== undefined) guarantees.at(-1)?.tests.push({ file, name: name.trim() });
  }
  return guarantees;
}

function findFault(
  { file, name }: { file: string; name: string },
  ran: readonly RanTest[],
  removed: readonly string[],
): string[] {
  const beginning = name.endsWith('…') ? name.slice(0, -1) : null;
  const isMeant = (test: RanTest) => (beginning === null ? test.name === name : test.name.startsWith(beginning));
  const meant = ran.filter((test) => test.file === file && isMeant(test));
  const wentAlong = removed.some((provider) => file.includes(provider) || name.includes(provider));
  if (meant.length === 0) return wentAlong ? [] : [`there is no test "${name}" in ${file}.`];
  const isExcused = ({ state, note }: RanTest) =>
    state === 'skipped' && removed.some((provider) => note === removedNote(provider));
  const [fault] = meant.filter((test) => test.state !== 'passed' && !isExcused(test));
  return fault ? [`"${fault.name}" in ${file} ${fault.state === 'failed' ? 'failed' : 'did not run'}.`] : [];
}

/** Why a test is skipped that goes through a provider which was taken out. */
export function removedNote(provider: string): string {
  return `${provider} is not installed`;
}
