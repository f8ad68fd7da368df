import type { Guard } from './guards';

const begin = 'tests/db/begin.test.ts';

/** The guards of our own transactions. */
export const transactionGuards: Guard[] = [
  {
    name: 'a transaction that was rolled back is not taken for committed',
    file: 'db/begin.ts',
    from: "if (command !== 'COMMIT') throw",
    to: "if (command === '') throw",
    tests: [{ file: begin, name: 'a statement that fails undoes its transaction' }],
  },
  {
    name: 'a statement that fails is not overlooked',
    file: 'db/begin.ts',
    from: '  if (failures.length > 0) throw failures[0];\n',
    to: '',
    tests: [{ file: begin, name: 'a statement that fails undoes its transaction' }],
  },
];
