import type { RenewalSettings } from '../settings';

/** What happens on a day after the first failure, as long as nothing is paid. */
export interface DunningStep {
  /** `remind` also stands for the try of that day, whose own outcome is told. */
  kind: 'remind' | 'restrict' | 'end';
  at: Date;
}

type DunningSettings = Pick<RenewalSettings, 'dunningDays' | 'graceDays' | 'endAfterDays'>;

/** The steps behind a first failure, in their order. Where several fall on one day, the try comes first. Pure. */
export function dunningSteps(firstFailedAt: Date, settings: DunningSettings): DunningStep[] {
  const on = (kind: DunningStep['kind'], days: number) => ({ kind, at: daysAfter(firstFailedAt, days) });
  const steps = [
    ...settings.dunningDays.map((days) => on('remind', days)),
    on('restrict', settings.graceDays),
    on('end', settings.endAfterDays),
  ];
  const end = daysAfter(firstFailedAt, settings.endAfterDays);
  return steps.filter(({ kind, at }) => kind === 'end' || at < end).sort((one, other) => +one.at - +other.at);
}

/** When a soft decline is tried again. Null: no day is left. Pure. */
export function nextTryAt(firstFailedAt: Date, settings: DunningSettings, now: Date): Date | null {
  const days = dunningSteps(firstFailedAt, settings).filter(({ kind, at }) => kind === 'remind' && at > now);
  return days[0]?.at ?? null;
}

function daysAfter(at: Date, days: number): Date {
  return new Date(at.getTime() + days * 86_400_000);
}
