import type { ProviderName } from '../events';
import type { Charger, ChargerSettings } from './charger';
import { sandboxCharger } from './sandbox/charger';
import { stripeCharger } from './stripe/charger';

/**
 * Who can charge what was saved, under a key that makes sending it again harmless. The others cannot: `docs/providers`
 * says what each of them lacks.
 */
const chargers: Record<ProviderName, ((settings: ChargerSettings) => Charger) | null> = {
  stripe: stripeCharger,
  sandbox: sandboxCharger,
  lemonsqueezy: null,
  polar: null,
  paddle: null,
};

/** Null: this provider renews on its own clock alone. */
export function createCharger(name: ProviderName, settings: ChargerSettings): Charger | null {
  return chargers[name]?.(settings) ?? null;
}
