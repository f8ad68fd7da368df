import type { Own } from '../../support/bursts';
import type { Happening } from '../happenings';

export type { Own };
/** Whose subscriptions the model tells. A provider that is added need not be among them at first. */
export type PlanProvider = 'stripe' | 'lemonsqueezy' | 'polar' | 'paddle';

/** One event, as it is delivered. */
export interface Told {
  name: string;
  body: Uint8Array;
  /** For providers that send it as a header. */
  eventId: string;
}

/** A payload of the fixtures, with what is different in it by path. */
export type Page = [name: string, changes: Readonly<Record<string, unknown>>];

/** What a provider sends when something happens, in its own order. `scope` is five digits of the subscription's own. */
export type Teller = (happening: Happening, scope: string) => Page[];
