import type { SandboxDelivery } from '@/db/schema';
import type { LabAction } from './actions';

/** What a run showed. `moved` is what the payment itself moved the balance by, in credits. */
interface Shown {
  action: LabAction;
  deliveries: readonly SandboxDelivery[];
  moved: number;
}

/** One plain sentence for what happened. It is made from the answers and the ledger, never from what should be. */
export function describeRun(shown: Shown): string {
  const { action, deliveries, moved } = shown;
  const all = (status: string) => deliveries.every((delivery) => delivery.status === status);
  const refused = deliveries.every(({ httpStatus }) => httpStatus === 400);
  if (moved === 0 && all('duplicate')) return repeated[action] ?? 'It was known already: nothing moved.';
  if (moved === 0 && refused) return refusals[action] ?? 'It was refused: nothing moved.';
  if (moved === 0 && all('parked')) return 'It came from the other environment: parked, nothing moved.';
  if (moved === 0 && all('applied')) return 'It was recorded, and no credits were left to move.';
  if (moved !== 0 && deliveries.length === 1 && all('applied')) return movedBy(action, moved);
  return plainly(shown);
}

const repeated: Partial<Record<LabAction, string>> = {
  send_again: 'Delivered again, paid once.',
  send_ten_in_parallel: 'Delivered 10 times, paid once.',
  second_event_id: 'Told under two event ids, paid once.',
  late_retry: 'Retried late, paid once.',
};

const refusals: Partial<Record<LabAction, string>> = {
  tampered: 'One byte was changed: refused, nothing moved.',
  captured_hour_ago: 'The signature was an hour old: refused, nothing moved.',
};

function movedBy(action: LabAction, moved: number): string {
  const credits = `${Math.abs(moved).toLocaleString('en-US')} credits`;
  if (action === 'dispute') return `The dispute took ${credits} back.`;
  if (action === 'dispute_won') return `The dispute was won: ${credits} came back.`;
  return moved < 0 ? `The refund took ${credits} back.` : `The balance grew by ${credits}.`;
}

/** For what was not meant to happen: the answers as they came, and what moved. */
function plainly({ deliveries, moved }: Shown): string {
  const counts = new Map<string, number>();
  for (const { status } of deliveries) counts.set(status, (counts.get(status) ?? 0) + 1);
  const answers = [...counts].map(([status, count]) => `${count} ${status.replaceAll('_', ' ')}`).join(', ');
  const change =
    moved === 0 ? 'nothing moved' : `the balance moved by ${moved.toLocaleString('en-US', { signDisplay: 'always' })}`;
  return `Delivered ${deliveries.length === 1 ? 'once' : `${deliveries.length} times`} (${answers}): ${change}.`;
}
