import type { Database } from '@/db/client';
import { cancelSubscription, listLiveSubscriptions, sendSecret } from '../billing';
import { billingSettings } from '../billing/settings';
import { type Clock, systemClock } from '../clock';
import { database } from '../database';
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

/** What this process runs on. */
export function teamsContext(): TeamsContext {
  const billing = { cancelSubscription, listLiveSubscriptions };
  return { database: database(), clock: systemClock, billing, mailInvitation };
}

function mailInvitation({ invitationId, to, ...about }: InvitationMail): Promise<void> {
  const link = `${billingSettings().appUrl}/invitations/${invitationId}`;
  return sendSecret({ to, content: { type: 'team_invitation', link, ...about } });
}
