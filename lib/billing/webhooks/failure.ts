/** An attempt that ended in an exception, classed by what helps. */
export interface Failure {
  kind: 'failure';
  category: 'temporary' | 'invalid' | 'bug';
  code: string;
  /** Of ours or of Postgres; never values. */
  message: string;
  parks: 'at_deadline' | 'at_once' | 'second_time';
  /** Whom it was for, where that is known. */
  teamId?: string;
}

/**
 * What an exception inside the work means. Postgres' classes decide: locks and timeouts pass by themselves, a value
 * it refuses (22) never does, a constraint (23) may have been a race and is tried once more.
 */
export function failureOf(error: unknown): Failure {
  const code = sqlState(error);
  if (code === null)
    return { kind: 'failure', category: 'bug', code: 'internal_error', message: describe(error), parks: 'at_deadline' };
  if (code.startsWith('22'))
    return {
      kind: 'failure',
      category: 'invalid',
      code: `sql_${code}`,
      message: 'Postgres refused a value.',
      parks: 'at_once',
    };
  if (code.startsWith('23')) {
    return {
      kind: 'failure',
      category: 'invalid',
      code: `sql_${code}`,
      message: constraintMessage(error),
      parks: 'second_time',
    };
  }
  return {
    kind: 'failure',
    category: 'temporary',
    code: `sql_${code}`,
    message: temporary[code] ?? 'Postgres could not do it now.',
    parks: 'at_deadline',
  };
}

const temporary: Record<string, string> = {
  '55P03': 'A row was locked for longer than a second.',
  '57014': 'A statement took longer than two seconds.',
};

/** 40001 and 40P01: nothing was wrong but the timing, so the whole transaction can run again. */
export function isTimingConflict(error: unknown): boolean {
  const code = sqlState(error);
  return code === '40001' || code === '40P01';
}

/** The five-character SQLSTATE of a Postgres error, also when Drizzle wrapped it. */
export function sqlState(error: unknown): string | null {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && /^[0-9A-Z]{5}$/.test(current.code))
      return current.code;
  }
  return null;
}

function constraintMessage(error: unknown): string {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if ('constraint_name' in current && typeof current.constraint_name === 'string')
      return `Constraint ${current.constraint_name} refused it.`;
  }
  return 'A constraint refused it.';
}

/** The kind of error only: its message can quote what a provider sent. */
function describe(error: unknown): string {
  return error instanceof Error ? `An unexpected ${error.name}.` : 'An unexpected error.';
}
