/** How many connections send, and how many calls run at once. */
export const concurrency = 16;

/** What one round showed. Times in milliseconds. */
export interface Timings {
  elapsedMs: number;
  latenciesMs: number[];
}

/** Runs `work` for 0 to count - 1, a fixed number of them at any time, and takes the time of each. */
export async function runConcurrently(count: number, work: (index: number) => Promise<unknown>): Promise<Timings> {
  const latenciesMs: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  const lane = async () => {
    for (let index = next++; index < count; index = next++) {
      const at = performance.now();
      await work(index);
      latenciesMs.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return { elapsedMs: performance.now() - startedAt, latenciesMs };
}
