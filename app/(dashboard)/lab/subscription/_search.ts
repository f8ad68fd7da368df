import { createLoader, parseAsString } from 'nuqs/server';

/** Which sandbox subscription the lab works on; without one, the newest. */
export const loadLabSubscriptionSearch = createLoader({ subscription: parseAsString });
