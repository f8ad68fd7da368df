import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';

/** A script of this folder in a process of its own, which does one piece of work at a time. */
export interface Worker {
  /** Throws when the process ends before it answers, or answers something else. */
  ask<Answer>(work: object, schema: z.ZodType<Answer>): Promise<Answer>;
  stop(): void;
}

export function startWorker(script: string, env: NodeJS.ProcessEnv): Worker {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), { execArgv: ['--import', 'tsx'], env });
  return {
    stop: () => child.kill(),
    ask: (work, schema) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error(`${script} ended before it had answered.`));
        child.once('exit', onExit);
        child.once('message', (answer) => {
          child.off('exit', onExit);
          const read = schema.safeParse(answer);
          if (read.success) resolve(read.data);
          else reject(read.error);
        });
        child.send(work);
      }),
  };
}

/** The other side: does each piece of work and answers. What it throws ends the process. */
export function answerWork<Work>(schema: z.ZodType<Work>, work: (asked: Work) => Promise<object>): void {
  process.on('message', async (message) => {
    process.send?.(await work(schema.parse(message)));
  });
  process.on('disconnect', () => process.exit());
}
