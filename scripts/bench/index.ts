import { parseArgs } from 'node:util';
import { runCommand } from '../launch/errors';

/**
 * `npm run bench [-- --rounds n --requests n]` measures the product, `npm run bench -- growth [--events n --base n
 * --bodies n --rounds n]` what the number of stored events costs, `npm run bench -- pages [--rounds n]` the pages, and
 * `npm run bench -- renewals [--clocks n]` how fast clocks that are due at once are registered.
 */
void runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      requests: { type: 'string', default: '1000' },
      events: { type: 'string', default: '1000000' },
      base: { type: 'string', default: '10000' },
      bodies: { type: 'string', default: '50000' },
      clocks: { type: 'string', default: '10000' },
    },
  });
  const rounds = Number(values.rounds ?? 5);
  // Each makes its settings before it imports what reads them.
  if (positionals[0] === 'growth') {
    const { benchGrowth } = await import('./growth/index');
    const [events, base, bodies] = [Number(values.events), Number(values.base), Number(values.bodies)];
    await benchGrowth({ events, base, bodies, runs: rounds });
    return 0;
  }
  if (positionals[0] === 'pages') {
    const { benchPages } = await import('./pages/index');
    return benchPages({ runs: Number(values.rounds ?? 3) });
  }
  if (positionals[0] === 'renewals') {
    const { benchRenewals } = await import('./renewals/index');
    return benchRenewals(Number(values.clocks));
  }
  const { benchProduct } = await import('./product');
  return benchProduct({ rounds, requests: Number(values.requests) });
});
