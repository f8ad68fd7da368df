/** The door of the public demo: what a visitor's team is furnished with, and what becomes of it. */
import { billingContext } from '../context';
import { labContext } from '../lab/context';
import * as furnishing from './furnish';

export { demoLimits } from './limits';

/**
 * Gives a visitor's fresh team a year of history, on a deployment that strangers try out. Where that does not work out, the
 * team begins empty, and is as good.
 */
export async function furnishDemo(owner: furnishing.DemoOwner): Promise<void> {
  const { settings, log } = billingContext();
  if (!settings.isPublicDemo) return;
  try {
    await furnishing.furnish(labContext(), owner);
  } catch (error) {
    log.error({ teamId: owner.teamId, error: error instanceof Error ? error.message : 'unknown' }, 'demo left empty');
  }
}
