import type { Database } from '@/db/client';
import { type Clock, systemClock } from '../clock';
import { database } from '../database';
import { type Mailer, mailerOfEnvironment } from '../email';
import { type Log, log } from '../log';
import type { ProviderName } from './events';
import type { Charger } from './providers/charger';
import { type BillingSettings, billingSettings } from './settings';
import type { Waits } from './waits';

/** The steps of an event's way, in order. */
export type Step = 'verified' | 'recorded' | 'worked' | 'settled' | 'committed';

/** The steps of a tick and of a charge, in order. */
export type RenewalStep =
  | 'tick_locked'
  | 'tick_registered'
  | 'tick_moved'
  | 'tick_committed'
  | 'charge_leased'
  | 'charge_answered'
  | 'charge_recorded'
  | 'charge_settled'
  | 'charge_committed';

/** What the billing runs on. Tests hand in their own. */
export interface BillingContext {
  database: Database;
  settings: BillingSettings;
  clock: Clock;
  log: Log;
  /** The usual ones unless told. */
  waits?: Waits;
  /** How messages leave. Without one they wait. */
  mailer?: Mailer;
  /** Who charges saved payment methods, instead of the providers of the settings. */
  chargers?: Partial<Record<ProviderName, Charger>>;
  /** Called after a commit that left work to others: `due` events, or what follows from what was applied. */
  onWorkLeft?: (what: 'due' | 'follow_ups') => void;
  /** Called after each step; the crash tests kill the process here. */
  onStep?: (step: Step | RenewalStep) => void | Promise<void>;
}

/** What this process runs on. */
export function billingContext(): BillingContext {
  return { database: database(), settings: billingSettings(), clock: systemClock, log, mailer: mailerOfEnvironment() };
}
