import { env } from '../env';
import { billingContext } from './context';
import { type Background, startBackground } from './operations/background';

const holder = globalThis as typeof globalThis & { paidonceBackground?: Background };

/** Drains inside this server, unless `BACKGROUND_WORK=off` leaves that to `npm run worker`. */
export function startDraining(): void {
  if (env.BACKGROUND_WORK === 'off') return;
  holder.paidonceBackground ??= startBackground(billingContext(), 'server');
}
