/**
 * Whether a request that may change something comes from a page of ours: by its `Origin`, or where that is missing or
 * hidden by `Sec-Fetch-Site`; no page of another site can set either. A request with neither is not from a browser's page.
 */
export function isOwnRequest(headers: Headers): boolean {
  const origin = headers.get('origin');
  if (origin === null || origin === 'null') return headers.get('sec-fetch-site') === 'same-origin';
  const host = headers.get('x-forwarded-host')?.split(',')[0]?.trim() ?? headers.get('host');
  return URL.canParse(origin) && new URL(origin).host === host;
}
