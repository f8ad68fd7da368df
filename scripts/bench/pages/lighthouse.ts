import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { median } from '../steps';

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** From 0 to 100. */
export type Scores = Record<(typeof categories)[number], number>;

const run = promisify(execFile);
const category = z.object({ score: z.number() });
const report = z.object({
  categories: z.object({ performance: category, accessibility: category, 'best-practices': category, seo: category }),
});

/** Has Lighthouse look at a page as on a phone, so many times; the medians. */
export async function scorePage(url: string, { chromium, runs }: { chromium: string; runs: number }): Promise<Scores> {
  const reports: z.infer<typeof report>[] = [];
  for (let number = 0; number < runs; number += 1) reports.push(await look(url, chromium));
  const scoreOf = (name: (typeof categories)[number]) =>
    Math.round(median(reports.map(({ categories }) => categories[name].score)) * 100);
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    'best-practices': scoreOf('best-practices'),
    seo: scoreOf('seo'),
  };
}

/** Version 12 is the last one that runs on every Node that we run on. It is fetched when it is needed. */
async function look(url: string, chromium: string): Promise<z.infer<typeof report>> {
  const { stdout } = await run(
    'npx',
    [
      ...['--yes', 'lighthouse@12', url, '--output=json', '--quiet', `--only-categories=${categories.join(',')}`],
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 64 * 1024 * 1024 },
  );
  return report.parse(JSON.parse(stdout));
}
