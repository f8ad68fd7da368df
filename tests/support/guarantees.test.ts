import { describe, expect, it } from 'vitest';
import { findUnproven, type RanTest, removedNote } from './guarantees';
import { installedNames, requireProvider } from './installed';

const document = `# What holds

- **C1** A payment counts once.
  - \`tests/a.test.ts\`: group > counts once
  - \`tests/b.test.ts\`: every provider > …
`;
const test = (file: string, name: string, state: RanTest['state'] = 'passed'): RanTest => ({ file, name, state });
const ran = [
  test('tests/a.test.ts', 'group > counts once'),
  test('tests/b.test.ts', 'every provider > stripe'),
  test('tests/b.test.ts', 'every provider > paddle'),
];

describe('the list of guarantees', () => {
  it('holds when every test that it names ran and passed', () => {
    expect(findUnproven(document, ran)).toEqual([]);
  });

  it.each([
    [
      'was renamed',
      test('tests/a.test.ts', 'group > counts twice'),
      'there is no test "group > counts once" in tests/a.test.ts.',
    ],
    [
      'moved',
      test('tests/c.test.ts', 'group > counts once'),
      'there is no test "group > counts once" in tests/a.test.ts.',
    ],
    [
      'was skipped',
      test('tests/a.test.ts', 'group > counts once', 'skipped'),
      '"group > counts once" in tests/a.test.ts did not run.',
    ],
    [
      'failed',
      test('tests/a.test.ts', 'group > counts once', 'failed'),
      '"group > counts once" in tests/a.test.ts failed.',
    ],
  ])('does not when one of them %s', (_, instead, sentence) => {
    expect(findUnproven(document, [instead, ...ran.slice(1)])).toEqual([`C1: ${sentence}`]);
  });

  it('does not when one of several tests under one beginning did not pass, or there is none', () => {
    const [first, second] = ran;
    const failed = test('tests/b.test.ts', 'every provider > paddle', 'failed');
    expect(
      findUnproven(
        document,
        [first, second, failed].flatMap((each) => each ?? []),
      ),
    ).toEqual(['C1: "every provider > paddle" in tests/b.test.ts failed.']);
    expect(findUnproven(document, ran.slice(0, 1))).toEqual([
      'C1: there is no test "every provider > …" in tests/b.test.ts.',
    ]);
  });

  it('does not when a line names no test, or there is no line', () => {
    expect(findUnproven('- **C1** A payment counts once.\n', ran)).toEqual(['C1 names no test.']);
    expect(findUnproven('# What holds\n', ran)).toEqual(['docs/guarantees.md names no guarantee.']);
  });
});

describe('a provider that was taken out', () => {
  const [first] = ran;
  const skipped = { ...test('tests/b.test.ts', 'every provider > paddle', 'skipped'), note: removedNote('paddle') };
  const without = [first, skipped].flatMap((each) => each ?? []);

  it('excuses the tests that were skipped for it, and those that went with its folder', () => {
    expect(findUnproven(document, without, ['paddle'])).toEqual([]);
    const gone = document.replace('every provider > …', 'paddle > …');
    expect(findUnproven(gone, ran.slice(0, 1), ['paddle'])).toEqual([]);
  });

  it('excuses nothing else: no other failure, and nothing while it is installed', () => {
    const failed = test('tests/b.test.ts', 'every provider > paddle', 'failed');
    expect(findUnproven(document, [...ran.slice(0, 1), failed], ['paddle'])).toHaveLength(1);
    expect(findUnproven(document, without, ['polar'])).toHaveLength(1);
    expect(findUnproven(document, without)).toHaveLength(1);
  });
});

it('a test that needs what is installed is never skipped', () => {
  const reached = installedNames.filter((name) => requireProvider(name) === undefined);
  expect(reached).toEqual(installedNames);
  expect(installedNames).toContain('sandbox');
});
