import { starters } from '@/db/embedded/processes';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type StopSignal = (typeof stopSignals)[number];

export interface Interruption {
  /** The first signal that asked this process to stop, once one did. */
  readonly signal: StopSignal | undefined;
  /** Resolves with it. */
  readonly asked: Promise<StopSignal>;
  /** Called on each such signal. */
  onSignal(listener: (signal: StopSignal) => void): void;
}

/**
 * Takes over Ctrl-C and the other ways to ask for an end, so that what was started can be stopped first. An npm that
 * was killed counts as one: it leaves nobody else who could ask.
 */
export function watchInterruption(): Interruption {
  const listeners: ((signal: StopSignal) => void)[] = [];
  let first: StopSignal | undefined;
  let ask: (signal: StopSignal) => void = () => {};
  const asked = new Promise<StopSignal>((resolve) => {
    ask = resolve;
  });
  const interrupt = (signal: StopSignal) => {
    first ??= signal;
    ask(signal);
    for (const listener of listeners) listener(signal);
  };
  for (const signal of stopSignals) process.on(signal, () => interrupt(signal));
  if (process.env.npm_lifecycle_event !== undefined) onNpmGone(() => interrupt('SIGTERM'));
  return {
    get signal() {
      return first;
    },
    asked,
    onSignal: (listener) => listeners.push(listener),
  };
}

function onNpmGone(listener: () => void): void {
  const first = starters().join();
  const timer = setInterval(() => {
    if (starters().join() === first) return;
    clearInterval(timer);
    listener();
  }, 200);
  timer.unref();
}
