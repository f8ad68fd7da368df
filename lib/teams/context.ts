import type { Database } from '@/db/client';
import type { Clock } from '../clock';
import type { TeamBilling } from './delete';
import type { InvitationMail } from './invite';

/** What the verbs of teams run on. Tests hand in their own. */
export interface TeamsContext {
  database: Database;
  clock: Clock;
  billing: TeamBilling;
  mailInvitation: (mail: InvitationMail) => Promise<void>;
}

/** Who does something, and in which team. */
export interface Actor {
  userId: string;
  teamId: string;
}
