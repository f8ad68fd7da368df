import { RotateCw } from 'lucide-react';
import type { ProviderName } from '@/lib/billing/operator';
import { ReasonDialog } from '../../_components/reason-dialog';
import { codeWord, providers } from '../../_components/words';
import { replayByCodeAction } from '../../actions';

interface BulkReplayProps {
  code: string;
  count: number;
  provider: ProviderName | null;
}

/** Replays everything that failed with one code, once its cause is mended. */
export function BulkReplay({ code, count, provider }: BulkReplayProps) {
  const of = provider ? ` of ${providers[provider]}` : '';
  return (
    <ReasonDialog
      variant="primary"
      label={`Replay “${codeWord(code)}”`}
      icon={<RotateCw aria-hidden="true" />}
      title={`Replay what failed with “${codeWord(code)}”?`}
      description={`Up to 500 events${of}, the oldest first (${count} are open under this code). Each takes the way of a delivery: what is right now is applied once, the rest is parked again.`}
      action={replayByCodeAction}
      values={{ code, ...(provider && { provider }) }}
      isReasonRequired={false}
    />
  );
}
