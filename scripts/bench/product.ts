import { watchInterruption } from '../launch/interruption';
import { findMistakes } from './check';
import { closeHouse, openHouse } from './house';
import { printReport } from './report';
import { runRounds } from './rounds';

/**
 * Builds the product, serves it with a database of its own and measures it. Nothing is asserted about time; it returns 1
 * when the numbers in the database are not what was sent.
 */
export async function benchProduct(size: { rounds: number; requests: number }): Promise<number> {
  const house = await openHouse(watchInterruption());
  try {
    const measured = await runRounds(house, size);
    printReport(measured, size);
    const mistakes = await findMistakes(house, measured);
    for (const mistake of mistakes) console.error(mistake);
    return mistakes.length === 0 ? 0 : 1;
  } finally {
    await closeHouse(house);
  }
}
