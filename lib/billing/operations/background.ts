import { randomUUID } from 'node:crypto';
import type { BillingContext } from '../context';
import { type Drained, drain } from '../drain';
import { beat, type Heartbeat, removeHeartbeat, removeOldHeartbeats } from './heartbeats';
import { observePass } from './meters';

export interface Background {
  /** Begins the next pass now. */
  wake(): void;
  /** Finishes the piece of work in hand, begins no other, and resolves. */
  stop(): Promise<void>;
}

const everyMs = 1000;
const budgetMs = 5000;
/** Without a database passes come further apart, up to this. */
const patienceMs = 10_000;

/** Drains again and again inside this process, once a second or when woken, until it is stopped. */
export function startBackground(context: BillingContext, kind: 'worker' | 'server'): Background {
  const pause = new Pause();
  const stopping = new AbortController();
  const heartbeat: Heartbeat = { id: `${kind}-${randomUUID()}`, kind, startedAt: context.clock.now() };
  const running = run(context, { heartbeat, pause, stopping: stopping.signal });
  return {
    wake: () => pause.end(),
    stop: () => {
      stopping.abort();
      pause.end();
      return running;
    },
  };
}

interface Running {
  heartbeat: Heartbeat;
  pause: Pause;
  stopping: AbortSignal;
}

async function run(context: BillingContext, { heartbeat, pause, stopping }: Running): Promise<void> {
  const { database, clock, log } = context;
  await removeOldHeartbeats(database, clock.now()).catch(() => {});
  for (let failures = 0; !stopping.aborted; ) {
    try {
      // First, since it also shows whether there is a database at all.
      await beat(database, heartbeat, clock.now());
      await pass(context, stopping);
      failures = 0;
    } catch (error) {
      failures += 1;
      log.error(
        { error: error instanceof Error ? error.name : 'unknown', attempts: failures },
        'background pass failed',
      );
    }
    if (!stopping.aborted) await pause.last(Math.min(everyMs * 2 ** failures, failures > 0 ? patienceMs : everyMs));
  }
  await removeHeartbeat(database, heartbeat.id).catch(() => {});
}

async function pass(context: BillingContext, stopping: AbortSignal): Promise<Drained> {
  const startedAt = context.clock.now().getTime();
  const drained = await drain(context, { budgetMs, stopping });
  observePass(context.clock.now().getTime() - startedAt);
  return drained;
}

/** A wait that can be cut short, also just before it begins. */
class Pause {
  private isOver = false;
  private finish: () => void = () => {};

  async last(milliseconds: number): Promise<void> {
    if (!this.isOver) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.finish = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.isOver = false;
  }

  end(): void {
    this.isOver = true;
    this.finish();
  }
}
