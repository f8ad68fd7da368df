import type { Database } from '@/db/client';
import { type Secret, sendSecret } from '../billing';
import { type Clock, systemClock } from '../clock';
import { database } from '../database';
import { type Log, log } from '../log';
import { type TeamEnds, teamEnds } from './end-teams';
import { type AuthSettings, authSettings } from './settings';

/** What accounts run on. Tests hand in their own. */
export interface AuthContext {
  database: Database;
  settings: AuthSettings;
  clock: Clock;
  log: Log;
  /** Writes a mail with a link in it. */
  sendSecret(secret: Secret): Promise<void>;
  teamEnds: TeamEnds;
}

/** What this process runs on. */
export function authContext(): AuthContext {
  return { database: database(), settings: authSettings(), clock: systemClock, log, sendSecret, teamEnds };
}
