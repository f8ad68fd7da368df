import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { projectFolder } from '@/scripts/launch/environment';
import { accessChecks } from './access';
import { accessibilityChecks } from './accessibility';
import { accountChecks } from './accounts';
import { apiChecks } from './api';
import { type RunningApp, startApp } from './app';
import { caseChecks } from './cases';
import { historyCaseChecks } from './cases-of-history';
import { teamCaseChecks } from './cases-of-teams';
import type { Check } from './check';
import { findChromium } from './chromium';
import { historyChecks } from './history';
import { keyboardChecks } from './keyboard';
import { labChecks } from './lab';
import { messageChecks } from './messages';
import { operatorChecks } from './operator';
import { outageChecks } from './outage';
import { phoneChecks } from './phone';
import { purchaseChecks } from './purchase';
import { renewalChecks } from './renewals';
import { resultsFolder, slug } from './screenshots';
import { securityChecks } from './security';
import { closeShop } from './shop';
import { subscriptionChecks } from './subscription';
import { teamChecks } from './teams';

/** The outage stops the database, so it comes last. */
const checks: Check[] = [
  ...purchaseChecks,
  ...labChecks,
  ...historyChecks,
  ...subscriptionChecks,
  ...renewalChecks,
  ...keyboardChecks,
  ...accessChecks,
  ...accountChecks,
  ...teamChecks,
  ...phoneChecks,
  ...apiChecks,
  ...caseChecks,
  ...teamCaseChecks,
  ...historyCaseChecks,
  ...operatorChecks,
  ...messageChecks,
  ...securityChecks,
  ...accessibilityChecks,
  ...outageChecks,
];

process.exitCode = await main();

/** `npm run test:e2e`: drives a real Chromium through the production build. Prints a line for each check. */
async function main(): Promise<number> {
  const executablePath = findChromium();
  if (!executablePath) return refuse('There is no Chromium to drive: install one, or set CHROMIUM_PATH to it.');
  if (!existsSync(join(projectFolder, '.next', 'BUILD_ID')))
    return refuse('There is no build to test: run npm run build first.');
  mkdirSync(resultsFolder, { recursive: true });
  const app = await startApp();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    return await runAll(app, browser);
  } finally {
    await browser.close();
    await closeShop();
    await app.stop();
  }
}

function refuse(sentence: string): number {
  console.error(sentence);
  return 1;
}

async function runAll(app: RunningApp, browser: Browser): Promise<number> {
  const wanted = process.argv[2];
  let passed = 0;
  let failed = 0;
  for (const check of checks) {
    if (wanted && !check.name.includes(wanted)) continue;
    if (await holds(check, app, browser)) passed += 1;
    else failed += 1;
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

async function holds(check: Check, app: RunningApp, browser: Browser): Promise<boolean> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const page = await context.newPage();
  try {
    await check.run({ app, browser, context, page });
    console.log(`ok      ${check.name}`);
    return true;
  } catch (error) {
    console.log(`FAILED  ${check.name}\n${error instanceof Error ? error.message : String(error)}`);
    // A page that is gone has no picture, and the checks behind it still have their turn.
    await page
      .screenshot({ path: join(resultsFolder, `failed-${slug(check.name)}.png`), fullPage: true })
      .catch(() => {});
    return false;
  } finally {
    await context.close();
  }
}
