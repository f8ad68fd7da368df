import type { RenewalFigures } from '@/lib/billing/operator';
import { secondsWord } from '../../_components/seconds';
import { Stat } from '../../_components/stat';

/** What is open, and what waits for a person. */
export function RenewalStats({ figures }: { figures: RenewalFigures }) {
  const { operations, clocks, exhausted, refundsDue, clockLagSeconds } = figures;
  const { pending = 0, sending = 0, processing = 0, unclear = 0 } = operations;
  const dunned = (operations.declined ?? 0) + (operations.needs_card ?? 0) + (operations.action_required ?? 0);
  const halted = clocks.halted ?? 0;
  const at = (filter: string) => `/admin/renewals?filter=${filter}`;
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
      <Stat
        term="Running clocks"
        hint={clockLagSeconds === 0 ? 'none is late' : `late by ${secondsWord(clockLagSeconds)}`}
        value={clocks.running ?? 0}
      />
      <Stat term="Halted clocks" hint="need a person" value={halted} isBad={halted > 0} />
      <Stat term="On their way" hint="pending or sent" href={at('pending')} value={pending + sending + processing} />
      <Stat term="Unpaid" hint="tried again, or asked for" href={at('declined')} value={dunned} />
      <Stat
        term="Without an answer"
        hint="exhausted or unclear"
        href={at(unclear > 0 ? 'unclear' : 'exhausted')}
        value={exhausted + unclear}
        isBad={exhausted + unclear > 0}
      />
      <Stat
        term="Refunds due"
        hint="paid after a cancel"
        href={at('refund_due')}
        value={refundsDue}
        isBad={refundsDue > 0}
      />
    </dl>
  );
}
