import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import {
  billingWebhookEvents,
  creditGrants,
  creditHolds,
  creditLedgerEntries,
  credits,
  outgoingWebhookDeliveries,
  reconciliationCases,
  subscriptionOutbox,
} from '@/db/schema';
import type { BillingContext } from '../context';
import { closeCase, openCase } from './cases';
import { type Counted, claimRun, finishRun, keepPosition, pauseRun, type Run } from './runs';

/** The name under which the checks of our own books are recorded, beside the providers'. */
export const ledgerRun = 'ledger';

export type LedgerChecked = { kind: 'done' | 'paused'; run: Run; counted: Counted } | { kind: 'busy' };

const batch = 200;
const hour = 3_600_000;

/**
 * Checks every team's sums: ledger against balance, lots against balance, held against the lots and the open holds; and
 * that no lease outlives its end by an hour. What is wrong becomes a case, what is right again closes it. It mends
 * nothing: a person has to see what led there.
 */
export async function checkLedger(
  context: BillingContext,
  { isTimeLeft = () => true }: { isTimeLeft?: () => boolean } = {},
): Promise<LedgerChecked> {
  const { database, clock } = context;
  const claim = { provider: ledgerRun, since: null, isDryRun: false, now: clock.now() };
  let run = await claimRun(database, claim);
  if (!run) return { kind: 'busy' };
  const counted: Counted = { ...pick(run) };
  for (let after = run.position?.cursor ?? ''; ; ) {
    const sums = await readSums(database, after);
    for (const one of sums) counted.casesOpened += (await settleTeam(context, one)) ? 1 : 0;
    counted.compared += sums.length;
    counted.differences += sums.filter((one) => !isRight(one)).length;
    const last = sums.at(-1)?.team_id;
    if (last === undefined || sums.length < batch) break;
    after = last;
    run = await keepPosition(database, run, { position: { list: 'teams', cursor: after }, counted, now: clock.now() });
    if (!run) return { kind: 'busy' };
    if (!isTimeLeft()) {
      await pauseRun(database, run);
      return { kind: 'paused', run, counted };
    }
  }
  const stuck = await openStuckLeases(context);
  counted.differences += stuck;
  counted.casesOpened += stuck;
  await finishRun(database, run, { counted, now: clock.now() });
  return { kind: 'done', run, counted };
}

interface Sums extends Record<string, unknown> {
  team_id: string;
  balance: string;
  held: string;
  ledger: string;
  remaining: string;
  lots_held: string;
  open_holds: string;
  last_balance: string;
  has_case: boolean;
}

/** In one statement, so that all sums are of one moment. */
async function readSums(database: Database, after: string): Promise<Sums[]> {
  return [
    ...(await database.execute<Sums>(sql`
      select c.team_id, c.balance, c.held,
        (select coalesce(sum(delta), 0) from ${creditLedgerEntries} e where e.team_id = c.team_id) as ledger,
        (select coalesce(sum(remaining), 0) from ${creditGrants} g where g.team_id = c.team_id) as remaining,
        (select coalesce(sum(held), 0) from ${creditGrants} g where g.team_id = c.team_id) as lots_held,
        (select coalesce(sum(credits), 0) from ${creditHolds} h where h.team_id = c.team_id and state = 'held') as open_holds,
        coalesce((select balance_after from ${creditLedgerEntries} e where e.team_id = c.team_id
          order by sequence desc limit 1), 0) as last_balance,
        exists (select from ${reconciliationCases} k
          where k.kind = 'ledger_mismatch' and k.subject = 'team:' || c.team_id and k.state = 'open') as has_case
      from ${credits} c where c.team_id > ${after} order by c.team_id limit ${batch}`)),
  ];
}

function isRight({ balance, held, ledger, remaining, lots_held, open_holds, last_balance }: Sums): boolean {
  return (
    BigInt(ledger) === BigInt(balance) &&
    BigInt(last_balance) === BigInt(balance) &&
    BigInt(remaining) === (BigInt(balance) > 0n ? BigInt(balance) : 0n) &&
    BigInt(lots_held) === BigInt(held) &&
    BigInt(open_holds) === BigInt(held)
  );
}

/** True when it opened a case. */
async function settleTeam({ database, clock }: BillingContext, sums: Sums): Promise<boolean> {
  const { team_id: teamId, has_case, balance, held, ledger, remaining, lots_held, open_holds } = sums;
  const at = clock.now();
  const about = { kind: 'ledger_mismatch' as const, subject: `team:${teamId}` };
  if (isRight(sums)) {
    if (has_case)
      await database.transaction((tx) => closeCase(tx, { ...about, at, note: 'The sums are right again.' }));
    return false;
  }
  const local = { balance, held, ledger, remaining, lotsHeld: lots_held, openHolds: open_holds };
  const finding = { ...about, local, remote: null };
  await database.transaction((tx) => openCase(tx, finding, { provider: null, eventId: null, teamId, at }));
  return !has_case;
}

/** Whoever had it is gone, and nobody took it over: the worker does not run, or cannot. */
async function openStuckLeases({ database, clock }: BillingContext): Promise<number> {
  const at = clock.now();
  const before = new Date(at.getTime() - hour).toISOString();
  const stuck = await database.execute<{ what: string; count: string; since: string }>(sql`
    select what, count(*) as count, min(leased_until) as since from (
      select 'messages' as what, leased_until from ${subscriptionOutbox}
        where state = 'sending' and leased_until < ${before}
      union all
      select 'outgoing webhooks', leased_until from ${outgoingWebhookDeliveries}
        where state = 'sending' and leased_until < ${before}
      union all
      select 'events', next_attempt_at from ${billingWebhookEvents}
        where state = 'retrying' and next_attempt_at < ${before}
    ) as leases group by what`);
  for (const what of ['messages', 'outgoing webhooks', 'events']) {
    const found = stuck.find((one) => one.what === what);
    const about = { kind: 'stuck_lease' as const, subject: `leases:${what}` };
    await database.transaction((tx) =>
      found
        ? openCase(
            tx,
            {
              ...about,
              local: { count: Number(found.count), since: new Date(found.since).toISOString() },
              remote: null,
            },
            { provider: null, eventId: null, teamId: null, at },
          )
        : closeCase(tx, { ...about, at, note: 'Nothing is stuck any more.' }),
    );
  }
  return stuck.length;
}

function pick({ compared, differences, applied, casesOpened }: Run): Counted {
  return { compared, differences, applied, casesOpened };
}
