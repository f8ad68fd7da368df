import fc from 'fast-check';
import type { ProviderName } from '@/lib/billing/events';
import { changeJson, someChanges } from '../support/mutations';
import { bytes, type Checkouts, type HostileCase, payment, signedCase } from './case';

/** The same on every run; another number is another list. */
const seed = 20_260_920;

const anyAnswer = ['applied', 'ignored', 'waiting', 'parked'].map((status) => `200 ${status}`);

/** Correctly signed payments with one to four values somewhere that readers of JSON get wrong. */
export function randomChanges(checkouts: Checkouts, provider: ProviderName, count: number): HostileCase[] {
  return fc.sample(someChanges, { seed, numRuns: count }).map((changes, index) => {
    const { checkout, body } = payment(checkouts, provider);
    const changed = bytes(changeJson(new TextDecoder().decode(body), changes));
    return signedCase(provider, { name: `change ${index + 1}`, checkout, body: changed, answers: anyAnswer });
  });
}
