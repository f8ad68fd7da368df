import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '@/db/client';
import type { Listed } from './market';
import type { Telling } from './market-days';
import type { Story } from './market-life';
import { expectReversed } from './reference';
import { amountMinor } from './sales/sale';
import { totalBasis, vocabularies } from './sales/tellers';
import { expectInvariants, rows } from './state';

/** What holds for a team at any moment, whatever happened at the same time. */
export async function expectSound(database: Database, teamId: string): Promise<void> {
  await expectInvariants(database, teamId);
  const broken = await rows(
    database,
    sql`select id, remaining, held from credit_grants where team_id = ${teamId} and (remaining < 0 or held < 0)`,
  );
  expect(broken, 'a lot below zero').toEqual([]);
  const entries = await rows(
    database,
    sql`select kind, delta, balance_after from credit_ledger_entries where team_id = ${teamId} order by sequence`,
  );
  let balance = 0;
  let undercut = false;
  for (const { kind, delta, balance_after } of entries) {
    balance += Number(delta);
    expect(Number(balance_after), 'the ledger adds up entry by entry').toBe(balance);
    undercut ||= kind === 'refund' || kind === 'dispute';
    const isDebt = balance < 0 && Number(delta) < 0;
    if (isDebt) expect(['refund', 'dispute', ...(undercut ? ['capture'] : [])], 'what led below zero').toContain(kind);
  }
}

/** What must stand in the books in the end, told by the deeds alone. */
export async function expectBooks(database: Database, market: readonly Listed[], story: Story): Promise<void> {
  const paid = new Set([...story.told].filter(({ event }) => event.kind === 'paid').map(({ listed }) => listed));
  const granted = market.filter((listed) => paid.has(listed) && isKnown(listed, paid));
  const expected = granted.map((listed) => ({ listed, ...expectedOf(listed, story.told) }));
  const purchases = await rows(
    database,
    sql`select provider_checkout_id as key, credits, refunded_credits, status from credit_purchases
      where team_id like ${`team\\_${story.scope}\\_%`}`,
  );
  const byKey = (a: { key: unknown }, b: { key: unknown }) => String(a.key).localeCompare(String(b.key));
  expect(purchases.map(({ key, ...purchase }) => ({ key, ...purchase })).sort(byKey)).toEqual(
    expected
      .map(({ listed, credits, taken, status }) => ({
        key: keyOf(listed),
        credits: String(credits),
        refunded_credits: String(taken),
        status,
      }))
      .sort(byKey),
  );
  for (const teamId of new Set(market.map((listed) => listed.teamId))) {
    const kept = expected
      .filter(({ listed }) => listed.teamId === teamId)
      .map(({ credits, taken }) => credits - taken)
      .reduce(add, 0);
    const used = [...story.spent].filter(([key]) => key.startsWith(`${teamId}:`)).map(([, credits]) => credits);
    const captured = story.holds.filter((hold) => hold.teamId === teamId).map(({ id }) => story.captured.get(id) ?? 0);
    const [sums] = await rows(
      database,
      sql`select coalesce((select balance from credits where team_id = ${teamId}), 0) as balance,
        coalesce(sum(delta) filter (where kind = 'expiry'), 0) as expired
        from credit_ledger_entries where team_id = ${teamId}`,
    );
    const balance = kept - used.reduce(add, 0) - captured.reduce(add, 0) + Number(sums?.expired);
    expect({ teamId, balance: Number(sums?.balance) }).toEqual({ teamId, balance });
  }
}

/** By its own intent, or because its customer has paid for an intent of ours before or after. */
function isKnown({ sale }: Listed, paid: ReadonlySet<Listed>): boolean {
  if (sale.checkoutId !== null) return true;
  return [...paid].some(
    (other) =>
      other.sale.checkoutId !== null &&
      other.sale.provider === sale.provider &&
      sale.customerId !== null &&
      other.sale.customerId === sale.customerId,
  );
}

function expectedOf({ sale, offer }: Listed, told: ReadonlySet<Telling>) {
  const item = sale.providerPriceId.slice(sale.provider.length + 1);
  const size = { pack_1000: 1000, pack_odd: 7, pack_expiring: 300 }[item] ?? offer.pack.credits;
  const credits = size * sale.quantity;
  const whole = amountMinor(sale);
  const events = [...told].filter(({ listed }) => listed.sale.seed === sale.seed).map(({ event }) => event);
  const reversals = events.flatMap((event) => {
    if (event.kind === 'paid') return [];
    if (event.kind === 'total') return { ...event, part: event.amountMinor, whole: totalBasis(sale) };
    return { ...event, part: event.amountMinor, whole };
  });
  return { credits, ...expectReversed(credits, reversals) };
}

function keyOf({ sale: { provider, seed } }: Listed): string {
  return `${vocabularies[provider].keyPrefix}${seed}`;
}

function add(sum: number, credits: number): number {
  return sum + credits;
}
