import { parseArgs } from 'node:util';
import { runCommand } from '../launch/errors';
import { watchInterruption } from '../launch/interruption';
import { findMistakes } from './check';
import { closeHouse, openHouse } from './house';
import { printReport } from './report';
import { runRounds } from './rounds';

/**
 * `npm run bench [-- --rounds n --requests n]`: builds the product, serves it with a database of its own and measures
 * it. Nothing is asserted about time; it ends with 1 when the numbers in the database are not what was sent.
 */
void runCommand(async () => {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '5' }, requests: { type: 'string', default: '1000' } },
  });
  const size = { rounds: Number(values.rounds), requests: Number(values.requests) };
  const interruption = watchInterruption();
  const house = await openHouse(interruption);
  try {
    const measured = await runRounds(house, size);
    printReport(measured, size);
    const mistakes = await findMistakes(house, measured);
    for (const mistake of mistakes) console.error(mistake);
    return mistakes.length === 0 ? 0 : 1;
  } finally {
    await closeHouse(house);
  }
});
