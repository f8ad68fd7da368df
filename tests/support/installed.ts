import { TestRunner } from 'vitest';
import { type ProviderName, providerNames } from '@/lib/billing/events';
import { isInstalled } from '@/lib/billing/providers/registry';
import { removedNote } from './guarantees';

/** The providers of this installation, for tests that go through all of them. */
export const installedNames = providerNames.filter(isInstalled);

/**
 * Ends a running test here as skipped, and says so, where this installation is without a provider that the test goes
 * through. What is installed is never skipped.
 */
export function requireProvider(name: ProviderName): void {
  if (!isInstalled(name)) TestRunner.getCurrentTest()?.context.skip(removedNote(name));
}
