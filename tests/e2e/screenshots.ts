import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { projectFolder } from '@/scripts/launch/environment';

export const resultsFolder = join(projectFolder, 'test-results', 'e2e');

/** Keeps a picture of the whole page under `test-results/e2e`. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(resultsFolder, `${slug(name)}.png`), fullPage: true });
}

export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
