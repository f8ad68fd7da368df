import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { teamMembers, users } from '@/db/schema';
import { createTeam } from './billing';
import { createPayment } from './payments';

/**
 * Paid purchases that were received while nothing could be applied, all due now, of `teams` teams with an address each.
 * Each of them leads to one message. Returns the teams.
 */
export async function createBacklog(database: Database, size: { events: number; teams: number }): Promise<string[]> {
  const teamIds = await Promise.all(Array.from({ length: size.teams }, () => createReachableTeam(database)));
  for (let made = 0; made < size.events; made += 50) {
    const some = Array.from({ length: Math.min(50, size.events - made) }, (_, n) => made + n);
    await Promise.all(some.map((n) => leavePayment(database, { teamId: teamIds[n % teamIds.length] ?? '' })));
  }
  return teamIds;
}

async function createReachableTeam(database: Database): Promise<string> {
  const teamId = await createTeam(database);
  const userId = `user_${randomUUID()}`;
  await database.insert(users).values({ id: userId, name: 'Owner', email: `${teamId}@example.com` });
  await database.insert(teamMembers).values({ id: randomUUID(), teamId, userId, role: 'owner' });
  return teamId;
}

/** A paid purchase whose first attempt failed: its receipt is there, with the team, and is due. */
export async function leavePayment(database: Database, { teamId }: { teamId: string }): Promise<void> {
  const payment = await createPayment(database, { teamId });
  const body = payment.paid();
  const { id } = JSON.parse(new TextDecoder().decode(body));
  const hash = createHash('sha256').update(body).digest('hex');
  await database.execute(sql`
    insert into billing_webhook_events (provider, event_id, event_id_source, environment, type, subject_key, received_at,
      last_delivered_at, raw_body, body_sha256, state, team_id, next_attempt_at)
    values ('stripe', ${id}, 'provider', 'test', 'checkout.session.completed', ${`purchase:${payment.purchaseKey}`}, now(),
      now(), ${Buffer.from(body)}, ${hash}, 'retrying', ${teamId}, now())`);
}
