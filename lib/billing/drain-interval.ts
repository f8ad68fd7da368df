import { env } from '../env';
import { billingContext } from './context';
import { type Background, startBackground } from './operations/background';

const holder = globalThis as typeof globalThis & { paidonceBackground?: Background };

/**
 * Drains inside this server, unless `BACKGROUND_WORK=off` leaves that to `npm run worker`. Throws with one clear sentence
 * when the settings contradict, so that the server does not start on them.
 */
export function startDraining(): void {
  const context = billingContext();
  if (env.BACKGROUND_WORK === 'off') return;
  holder.paidonceBackground ??= startBackground(context, 'server');
}
