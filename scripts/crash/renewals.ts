import { billingContext } from '@/lib/billing/context';
import { chargeDue } from '@/lib/billing/renewals/charge';
import { dunDue } from '@/lib/billing/renewals/dunning';
import { tickDue } from '@/lib/billing/renewals/tick';
import { followSteps } from './steps';

/**
 * One pass over the renewals that are due, for tests that kill the process in the middle of it. Its settings come from
 * the environment as the product's do.
 */
const onStep = followSteps(process.env.STEPS);
const context = onStep ? { ...billingContext(), onStep } : billingContext();
const pass = { isTimeLeft: () => true, limit: 100 };

void workOnce();

async function workOnce(): Promise<void> {
  await tickDue(context, pass);
  await chargeDue(context, pass);
  await dunDue(context, pass);
  process.exit();
}
