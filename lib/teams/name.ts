import { TeamError } from './errors';

/** A team's name without the space around it. Throws `invalid_name` unless it has 1 to 80 characters. */
export function parseTeamName(typed: string): string {
  const name = typed.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  if (name.length === 0 || name.length > 80 || /\p{Cc}/u.test(name)) throw TeamError.invalidName();
  return name;
}
