/** The arithmetic of a plan's allowance. Pure: times in and out are ISO texts in UTC, credits are whole. */

/** How long an allowance outlives its period where the next one is late: providers finalize an hour late, banks days. */
const allowanceOverlapMs = 72 * 3_600_000;

/**
 * `anchor` plus whole calendar months, UTC, on the anchor's day or the last day of a shorter month: 31 January, 28
 * February, 31 March. Counted from the anchor every time, so that a short month does not pull the later ones with it.
 */
export function addMonths(anchor: string, months: number): string {
  const [date = '', time = ''] = anchor.split('T');
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const index = year * 12 + (month - 1) + months;
  const lastDay = new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate();
  const two = (number: number) => String(number).padStart(2, '0');
  const clamped = `${String(Math.floor(index / 12)).padStart(4, '0')}-${two((index % 12) + 1)}-${two(Math.min(day, lastDay))}`;
  return `${clamped}T${time}`;
}

/** One month of allowance inside a paid period. */
export interface AllowanceMonth {
  index: number;
  start: string;
  /** The next month's start, or the period's end. */
  end: string;
}

/** The months of a period, each from the period's own anchor; a month that would start at or after the end is none. */
export function monthsOf(period: { start: string; end: string }): AllowanceMonth[] {
  const months: AllowanceMonth[] = [];
  for (let index = 0; ; index += 1) {
    const start = addMonths(period.start, index);
    if (start >= period.end) return months;
    const next = addMonths(period.start, index + 1);
    months.push({ index, start, end: earlier(next, period.end) });
  }
}

/** The source keys of a period's lots: one for the whole period, or one for each month of it. */
export function periodLotKeys(period: { id: string; start: string; end: string }): string[] {
  return [period.id, ...monthsOf(period).map(({ index }) => monthLotKey(period.id, index))];
}

export function monthLotKey(periodId: string, index: number): string {
  return `${periodId}:month:${index}`;
}

/** A change within a period that was paid for: from then on the plan stands for so many credits a month. */
export interface PlanChange {
  allowance: number;
  paidAt: string;
  /** Orders changes that were paid at the same instant. */
  key: string;
}

/**
 * What a month of a period is worth: the allowance that the period was paid for, and what each paid upgrade adds to it.
 * It goes by the set of changes, in the order of their payment, so the order in which they are told cannot matter.
 */
export function planAllowance(
  base: number,
  changes: readonly PlanChange[],
  month: { start: string; end: string },
): number {
  const inOrder = [...changes].sort((a, b) => compareTexts(a.paidAt, b.paidAt) || compareTexts(a.key, b.key));
  let high = base;
  let credits = base;
  for (const { allowance, paidAt } of inOrder) {
    credits += planTopUp({ high, next: allowance }, month, paidAt);
    high = Math.max(high, allowance);
  }
  return credits;
}

/**
 * When a lot of credits ends: 72 hours after its month, or where another period took over; never on a plan whose
 * credits stay.
 */
export function lotEnd(monthEnd: string, of: { rollover: boolean; supersededAt: string | null }): Date | null {
  const own = of.rollover ? Number.POSITIVE_INFINITY : Date.parse(monthEnd) + allowanceOverlapMs;
  const cut = of.supersededAt === null ? Number.POSITIVE_INFINITY : Date.parse(of.supersededAt);
  const end = Math.min(own, cut);
  return Number.isFinite(end) ? new Date(end) : null;
}

/**
 * What a paid upgrade adds to the running month: floor((new - high) x remaining fraction), and only above the period's
 * high-water mark, so that down and up again adds nothing.
 */
export function planTopUp(
  mark: { high: number; next: number },
  period: { start: string; end: string },
  paidAt: string,
): number {
  if (mark.next <= mark.high) return 0;
  const whole = microseconds(period.end) - microseconds(period.start);
  const left = microseconds(period.end) - microseconds(paidAt);
  const remaining = left < 0n ? 0n : left;
  const counted = remaining > whole ? whole : remaining;
  return Number((BigInt(mark.next - mark.high) * counted) / whole);
}

/** Texts of one form compare as times. */
function earlier(a: string, b: string): string {
  return a < b ? a : b;
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Exact to the microsecond, which a `Date` is not. */
function microseconds(instant: string): bigint {
  const [seconds = '', fraction = ''] = instant.replace('Z', '').split('.');
  return BigInt(Date.parse(`${seconds}Z`)) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}
