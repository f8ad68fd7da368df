import { billingContext } from '@/lib/billing/context';
import { providerNames } from '@/lib/billing/events';
import { checkLedger } from '@/lib/billing/reconciliation/ledger';
import { type Finding, type Reconciled, reconcile } from '@/lib/billing/reconciliation/run';
import { canReconcile } from '@/lib/billing/reconciliation/who';
import { database } from '@/lib/database';
import { LaunchError } from '../launch/errors';
import type { Asked } from './arguments';
import { tableOf } from './table';

/** Reconciles one provider or all of them, and then checks the sums of our own books. 1 where something is not done. */
export async function reconcileAll({ provider, since, isDryRun }: Asked): Promise<number> {
  const context = billingContext();
  const providers = providerNames.filter((name) => canReconcile(context, name));
  const chosen = provider === null ? providers : [provider];
  if (provider !== null && !providers.includes(provider))
    throw new LaunchError(`${provider} cannot be asked: it needs a webhook secret and an API key here.`);
  if (chosen.length === 0) console.log('No provider has an API key here, so there is nobody to ask.');
  try {
    let isDone = true;
    for (const name of chosen) {
      const findings: Finding[] = [];
      const onFinding = (finding: Finding) => findings.push(finding);
      const reconciled = await reconcile(context, { provider: name, since, isDryRun, onFinding });
      console.log(sentenceOf(name, reconciled));
      if (findings.length > 0) console.log(tableOf(findings));
      isDone &&= reconciled.kind === 'done';
    }
    if (!isDryRun) isDone = (await checkOwn(context)) && isDone;
    return isDone ? 0 : 1;
  } finally {
    await database().$client.end();
  }
}

function sentenceOf(name: string, reconciled: Reconciled): string {
  switch (reconciled.kind) {
    case 'done':
    case 'paused': {
      const { compared, differences, applied, casesOpened } = reconciled.counted;
      const { since, until, isDryRun } = reconciled.run;
      const did = isDryRun ? 'nothing was changed' : `${applied} applied, ${casesOpened} cases opened`;
      return `${name}: ${compared} compared from ${since.toISOString()} to ${until.toISOString()}, ${differences} differences, ${did}.`;
    }
    case 'failed':
      return `${name}: ${reconciled.message} Nothing is lost: the next run begins at the same time.`;
    case 'busy':
      return `${name}: another run is at work.`;
    case 'no_api_key':
      return `${name}: there is no API key.`;
    default:
      return reconciled satisfies never;
  }
}

async function checkOwn(context: ReturnType<typeof billingContext>): Promise<boolean> {
  const checked = await checkLedger(context);
  if (checked.kind === 'busy') {
    console.log('Books: another check is at work.');
    return false;
  }
  const { compared, differences } = checked.counted;
  console.log(`Books: the sums of ${compared} teams were checked, ${differences} are wrong.`);
  return true;
}
