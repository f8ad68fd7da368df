import { createLoader, parseAsString } from 'nuqs/server';

/** Which payment the lab works on; without one, the newest. */
export const loadLabSearch = createLoader({ payment: parseAsString });
