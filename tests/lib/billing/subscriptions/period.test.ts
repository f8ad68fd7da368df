import { describe, expect, it } from 'vitest';
import {
  decidePeriod,
  type Explanation,
  type Known,
  type Recorded,
  type ToldPeriod,
} from '@/lib/billing/subscriptions/period';

const day = (text: string) => `${text}T10:00:00.000000Z`;
const recorded = (id: string, start: string, end: string, more: Partial<Recorded> = {}): Recorded => ({
  ...{ id, start: day(start), end: day(end), supersededAt: null, isReplacement: false, isAfterEnd: false },
  ...more,
});
const told = (start: string, end: string, more: Partial<ToldPeriod> = {}): ToldPeriod => ({
  ...{ reason: 'cycle', start: day(start), end: day(end), recovered: false },
  ...more,
});
const known = (periods: Recorded[], more: Partial<Known> = {}): Known => ({
  ...{ periods, trialEnd: null, explanations: [] },
  ...more,
});
const at = (reason: Explanation['reason'], time: string): Explanation => ({ reason, from: day(time), to: day(time) });

const september = recorded('sep', '2026-09-01', '2026-10-01');
const october = recorded('oct', '2026-10-01', '2026-11-01');
const waits = (code: string) => ({ kind: 'wait', code });
const gap = waits('renewal_period_is_not_contiguous');
const none = waits('subscription_has_no_current_period');
const november = told('2026-11-01', '2026-12-01');
const december = told('2026-12-01', '2027-01-01');

describe('what a paid period is', () => {
  it.each<[string, Known, ToldPeriod, object]>([
    ['a start', known([]), told('2026-09-01', '2026-10-01', { reason: 'start' }), { as: 'first', isNewest: true }],
    ['a cycle without anything before it', known([]), november, none],
    ['a cycle at the end of a trial', known([], { trialEnd: day('2026-11-01') }), november, { as: 'trial_conversion' }],
    ['a cycle elsewhere than at the end of a trial', known([], { trialEnd: day('2026-11-02') }), november, none],
    [
      'a cycle behind one that was never paid for after the trial',
      known([], {
        trialEnd: day('2026-11-01'),
        explanations: [{ reason: 'voided', from: day('2026-11-01'), to: day('2026-12-01') }],
      }),
      december,
      { as: 'resumption', explanation: 'voided', isNewest: true },
    ],
    ['a cycle long after the trial that nothing explains', known([], { trialEnd: day('2026-11-01') }), december, none],
    ['a cycle at the end of the last', known([september, october]), november, { as: 'renewal', predecessorId: 'oct' }],
    [
      'a cycle that failed before',
      known([september, october]),
      { ...november, recovered: true },
      { as: 'recovery', predecessorId: 'oct' },
    ],
    ['a cycle behind a gap', known([september, october]), december, gap],
    [
      'a cycle behind a gap that a pause explains',
      known([september, october], { explanations: [at('paused', '2026-11-02')] }),
      december,
      { as: 'resumption', explanation: 'paused' },
    ],
    [
      'a pause of the cycle before the gap',
      known([september, october], { explanations: [at('paused', '2026-10-20')] }),
      december,
      { as: 'resumption', explanation: 'paused' },
    ],
    [
      'a pause of long ago explains nothing',
      known([september, october], { explanations: [at('paused', '2026-09-15')] }),
      december,
      gap,
    ],
    [
      'a pause after the start explains nothing',
      known([september, october], { explanations: [at('paused', '2026-12-02')] }),
      december,
      gap,
    ],
    [
      'an invoice of the gap that was voided',
      known([september, october], {
        explanations: [{ reason: 'voided', from: day('2026-11-01'), to: day('2026-12-01') }],
      }),
      december,
      { as: 'resumption', explanation: 'voided' },
    ],
    [
      'an invoice of another time explains nothing',
      known([september, october], {
        explanations: [{ reason: 'voided', from: day('2026-10-01'), to: day('2026-11-01') }],
      }),
      december,
      gap,
    ],
    [
      'a trial in the middle of a life',
      known([september], { trialEnd: day('2026-11-01') }),
      november,
      { as: 'resumption', explanation: 'trial' },
    ],
    ['an overlap', known([september, october]), told('2026-10-31', '2026-11-30'), gap],
    [
      'an overlap that a pause does not explain',
      known([september, october], { explanations: [at('paused', '2026-10-20')] }),
      told('2026-10-31', '2026-11-30'),
      gap,
    ],
    [
      'a cycle between two that are recorded',
      known([september, recorded('nov', '2026-11-01', '2026-12-01')]),
      told('2026-10-01', '2026-11-01'),
      { as: 'renewal', predecessorId: 'sep', isNewest: false },
    ],
    [
      'one that is too long for the hole',
      known([september, recorded('nov', '2026-11-01', '2026-12-01')]),
      told('2026-10-01', '2026-11-02'),
      gap,
    ],
    [
      'the range of another',
      known([september, october]),
      told('2026-10-01', '2026-11-01'),
      { kind: 'fault', code: 'period_range_conflict', periodId: 'oct' },
    ],
    [
      'the end of another',
      known([september, october]),
      told('2026-10-02', '2026-11-01'),
      { kind: 'fault', code: 'period_range_conflict', periodId: 'oct' },
    ],
    [
      'the range of one that was paid after the end',
      known([september, recorded('late', '2026-10-01', '2026-11-01', { isAfterEnd: true })]),
      told('2026-10-01', '2026-11-01'),
      { kind: 'fault', code: 'period_range_conflict', periodId: 'late' },
    ],
    [
      'what was paid after the end is no predecessor',
      known([september, recorded('late', '2026-10-01', '2026-11-01', { isAfterEnd: true })]),
      november,
      gap,
    ],
    [
      'an end before the start',
      known([september]),
      told('2026-11-01', '2026-10-01'),
      { kind: 'fault', code: 'invalid_provider_billing_period' },
    ],
    [
      'no length at all',
      known([september]),
      told('2026-10-01', '2026-10-01'),
      { kind: 'fault', code: 'invalid_provider_billing_period' },
    ],
  ])('%s', (_, before, period, expected) => {
    expect(decidePeriod(before, period)).toMatchObject(expected);
  });
});

describe('a full cycle inside an update', () => {
  const yearly = told('2026-10-15', '2027-10-15', { reason: 'update' });

  it('takes over from the period that contains its start', () => {
    expect(decidePeriod(known([september, october]), yearly)).toMatchObject({
      as: 'replacement',
      supersedesId: 'oct',
      predecessorId: 'oct',
      isNewest: true,
    });
  });

  it('waits for that period', () => {
    expect(decidePeriod(known([september]), yearly)).toEqual(gap);
    expect(decidePeriod(known([]), yearly)).toEqual(none);
  });

  it('at the end of a period supersedes none', () => {
    const decided = decidePeriod(known([september]), told('2026-10-01', '2027-10-01', { reason: 'update' }));
    expect(decided).toMatchObject({ as: 'replacement', supersedesId: null, predecessorId: 'sep' });
  });

  it('is the first paid period where it ends a trial', () => {
    const decided = decidePeriod(known([], { trialEnd: day('2026-10-20') }), yearly);
    expect(decided).toMatchObject({ as: 'trial_conversion' });
  });

  it('comes to the same in either order of two', () => {
    const second = told('2026-10-20', '2027-10-20', { reason: 'update' });
    const early = recorded('one', '2026-10-15', '2027-10-15', { isReplacement: true });
    const late = recorded('two', '2026-10-20', '2027-10-20', { isReplacement: true });
    const cut = (at: string) => ({ ...october, supersededAt: day(at) });
    expect(decidePeriod(known([september, cut('2026-10-15'), early]), second)).toMatchObject({
      supersedesId: 'one',
      supersededAt: null,
    });
    expect(decidePeriod(known([september, cut('2026-10-20'), late]), yearly)).toMatchObject({
      supersedesId: 'oct',
      supersededAt: day('2026-10-20'),
      isNewest: false,
    });
  });

  it('is followed where it ends, and not where the one before would have', () => {
    const replaced = [
      { ...october, supersededAt: day('2026-10-15') },
      recorded('year', '2026-10-15', '2027-10-15', { isReplacement: true }),
    ];
    expect(decidePeriod(known(replaced), november)).toEqual(gap);
    expect(decidePeriod(known(replaced), told('2027-10-15', '2028-10-15'))).toMatchObject({ as: 'renewal' });
  });
});
