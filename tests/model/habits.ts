import type { Habits } from './happenings';
import type { PlanProvider } from './tell/teller';

export const habits: Record<PlanProvider, Habits> = {
  stripe: {
    renewsAfter: 3608,
    pause: 'skips',
    tellsSkipped: true,
    voids: 'goes_on',
    changesInterval: true,
    namesPlans: true,
    failsRefunds: true,
    disputes: 'won_or_lost',
  },
  paddle: {
    renewsAfter: 2,
    pause: 'stops',
    tellsSkipped: false,
    voids: 'goes_on',
    changesInterval: true,
    namesPlans: true,
    failsRefunds: true,
    disputes: 'won',
  },
  polar: {
    renewsAfter: 5,
    pause: 'stops',
    tellsSkipped: false,
    voids: 'ends',
    changesInterval: true,
    namesPlans: true,
    failsRefunds: true,
    disputes: 'none',
  },
  lemonsqueezy: {
    renewsAfter: 3,
    pause: 'skips',
    tellsSkipped: false,
    voids: 'ends',
    changesInterval: false,
    namesPlans: false,
    failsRefunds: false,
    disputes: 'none',
  },
};
