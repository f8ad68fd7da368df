import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { RunningApp } from './app';

/** What a check runs on: a browser of its own, so that its demo team is its own too. */
export interface Visit {
  app: RunningApp;
  browser: Browser;
  context: BrowserContext;
  page: Page;
}

/** One promise of the pages, in a sentence. `run` throws when it does not hold. */
export interface Check {
  name: string;
  run(visit: Visit): Promise<void>;
}
