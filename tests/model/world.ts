import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Database } from '@/db/client';
import { createCatalog } from '@/lib/billing/catalog';
import { grantLot } from '@/lib/billing/credits/ledger';
import { spend } from '@/lib/billing/credits/spend';
import { drain } from '@/lib/billing/drain';
import { fixedClock } from '@/lib/clock';
import { createIntent, createTeam, send, testContext, testPriceIds, testSettings } from '../support/billing';
import { testItems } from '../support/catalog';
import { expectSame } from './compare';
import { readUnsettled } from './held';
import type { Life } from './reference';
import { tellAll } from './tell';
import type { Own, PlanProvider, Told } from './tell/teller';

/** As in the tests' catalog, with the yearly plan that the payloads name. */
const prices: Record<PlanProvider, Record<string, readonly string[]>> = {
  stripe: { ...testPriceIds.stripe, pro_yearly: ['price_1SProYearly00000000001'] },
  polar: { ...testPriceIds.polar, pro_yearly: ['9d0d0000-0000-4000-8000-000000000004'] },
  paddle: { ...testPriceIds.paddle, pro_yearly: ['pri_01k4acme0005paddle00000000'] },
  lemonsqueezy: { ...testPriceIds.lemonsqueezy, pro_yearly: ['700004'] },
};
const settings = testSettings({ catalog: createCatalog(testItems, prices) });

let scopes = 0;

/** The product, as the provider and its customer see it. */
export class World {
  readonly #context;
  readonly #owns = new Map<number, Own>();
  #clock;
  #events = 0;

  private constructor(
    readonly database: Database,
    readonly provider: PlanProvider,
    readonly teamId: string,
    /** What earlier tries on this database left undone. */
    readonly left: ReadonlySet<string>,
    life: Life,
  ) {
    this.#clock = fixedClock(new Date(life.began));
    this.#context = testContext(database, { clock: this.#clock, settings });
  }

  /** A team that has bought a pack before. */
  static async open(database: Database, provider: PlanProvider, life: Life): Promise<World> {
    const left = new Set(await readUnsettled(database));
    const world = new World(database, provider, await createTeam(database), left, life);
    const pack = {
      credits: life.credits.balance,
      sourceType: 'manual',
      sourceKey: randomUUID(),
      expiresAt: null,
    } as const;
    const cause = { kind: 'grant', reason: 'A pack', ref: null, actor: 'test', at: new Date(life.began) } as const;
    await database.transaction((tx) =>
      grantLot(tx, pack, { ...cause, teamId: world.teamId, idempotencyKey: pack.sourceKey }),
    );
    return world;
  }

  /** Tells what happened since the last time, in some order and some of it twice, and looks whether all is as it should be. */
  async tell(life: Life, seed: number): Promise<void> {
    const told: Told[] = [];
    for (const happening of life.untold) {
      const own = await this.#ownOf(happening.sub);
      told.push(...tellAll(this.provider, own, happening, () => this.#number()));
    }
    const window = life.untold.map(({ kind, sub }) => `${kind} ${sub}`);
    this.#clock.set(new Date(life.now));
    await this.#drain();
    const order = shuffled(told, randomOf(seed));
    const queue = [...order];
    await Promise.all(Array.from({ length: 3 }, () => this.#deliver(queue)));
    await this.#drain();
    life.close();
    if (life.spent > 0) await this.#spend(life);
    await expectSame(this, life, { window, order: order.map(({ name }) => name) });
  }

  async #deliver(queue: Told[]): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { body, eventId } = next;
      const { httpStatus } = await send(this.#context, { provider: this.provider, body, eventId });
      expect(httpStatus).toBe(200);
    }
  }

  async #drain(): Promise<void> {
    await this.#drainDue();
    // On a busy machine a lock can take longer than the product waits for it.
    while (
      (await readUnsettled(this.database)).some((event) => !this.left.has(event) && event.includes(' retrying '))
    ) {
      this.#clock.advance(5000);
      await this.#drainDue();
    }
  }

  /** What an event wakes is due in the next pass, which a worker begins a second later. */
  async #drainDue(): Promise<void> {
    for (;;) {
      const { events } = await drain(this.#context, { budgetMs: 60_000 });
      if (!events) break;
    }
  }

  async #spend(life: Life): Promise<void> {
    const request = { teamId: this.teamId, credits: life.spent, idempotencyKey: randomUUID(), reason: 'A test job' };
    life.spent = 0;
    await spend(this.database, this.#clock, request);
  }

  async #ownOf(sub: number): Promise<Own> {
    const known = this.#owns.get(sub);
    if (known) return known;
    scopes += 1;
    const checkoutId = await createIntent(this.database, {
      teamId: this.teamId,
      provider: this.provider,
      item: 'pro_monthly',
    });
    const own = { scope: String(scopes), teamId: this.teamId, checkoutId };
    this.#owns.set(sub, own);
    return own;
  }

  #number(): number {
    this.#events += 1;
    return this.#events;
  }
}

function shuffled(told: readonly Told[], random: () => number): Told[] {
  return [...told, ...told.filter(() => random() < 0.3)]
    .map((one) => ({ one, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** A generator with a seed, so that an order can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
