import { chromium } from 'playwright-core';

/** Opens the demo as a visitor does. Returns the cookies of the session, as a browser sends them. */
export async function openDemo(url: string, executablePath: string): Promise<string> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: 'Open the demo' }).click();
    await page.waitForURL('**/dashboard');
    return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  } finally {
    await browser.close();
  }
}
