import { existsSync } from 'node:fs';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The installed Chromium: `CHROMIUM_PATH`, else one of the usual places. Null when there is none. */
export function findChromium(): string | null {
  const told = process.env.CHROMIUM_PATH?.trim();
  if (told) return existsSync(told) ? told : null;
  return usualPlaces.find((place) => existsSync(place)) ?? null;
}
