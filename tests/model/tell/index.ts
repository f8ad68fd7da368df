import { ownFixture } from '../../support/bursts';
import type { Happening } from '../happenings';
import { tellLemonSqueezy } from './lemonsqueezy';
import { tellPaddle } from './paddle';
import { tellPolar } from './polar';
import { tellStripe } from './stripe';
import type { Own, PlanProvider, Teller, Told } from './teller';

const tellers: Record<PlanProvider, Teller> = {
  stripe: tellStripe,
  lemonsqueezy: tellLemonSqueezy,
  polar: tellPolar,
  paddle: tellPaddle,
};

/** The event ids in the bodies, by provider. The others send theirs as a header, or have none. */
const eventIds: Record<PlanProvider, (digits: string) => Record<string, string>> = {
  stripe: (digits) => ({ id: `evt_1S${digits}AcmeCo000000000000` }),
  paddle: (digits) => ({ event_id: `evt_01k4acme${digits}paddle00000000` }),
  polar: () => ({}),
  lemonsqueezy: () => ({}),
};

/** Everything that the provider sends about what happened, each time as the same bytes. `number` counts its events. */
export function tellAll(provider: PlanProvider, own: Own, happening: Happening, number: () => number): Told[] {
  return tellers[provider](happening, own.scope.padStart(5, '0')).map(([name, changes]) => {
    const digits = String(number()).padStart(4, '0');
    const body = ownFixture(provider, name, own, { ...changes, ...eventIds[provider](digits) });
    return { name, body, eventId: `msg_${own.scope}_${digits}` };
  });
}
