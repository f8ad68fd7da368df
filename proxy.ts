import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { contentSecurityPolicy } from '@/lib/content-security-policy';
import { env } from '@/lib/env';
import { isOwnRequest } from '@/lib/own-request';

/**
 * Gives every page its security headers. The nonce goes to the page in the request's headers: Next puts it on its own
 * scripts, the root layout hands it to the theme. So does the page's own address, to come back to after signing in. Nothing
 * is redirected here, and each page, action and route asks for itself who may use it; but what may change something, as
 * every server action may, is refused when it does not come from a page of ours.
 */
export function proxy(request: NextRequest): NextResponse {
  if (!isReading(request.method) && !isOwnRequest(request.headers))
    return new NextResponse('This was not sent from a page of ours. Load the page again.\n', { status: 403 });
  const nonce = randomBytes(16).toString('base64');
  const isSecure = env.APP_URL?.startsWith('https:') ?? env.VERCEL_URL !== undefined;
  const { pathname } = request.nextUrl;
  const policy = contentSecurityPolicy({ nonce, pathname, isDevelopment: env.NODE_ENV === 'development', isSecure });
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('x-path', `${pathname}${request.nextUrl.search}`);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  for (const [name, value] of Object.entries(pageHeaders)) response.headers.set(name, value);
  if (isSecure) response.headers.set('strict-transport-security', 'max-age=63072000');
  return response;
}

const isReading = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
} as const;

/** Webhooks and the other routes that answer programs, and files that never change: neither is touched. */
export const config = { matcher: ['/((?!api/|sandbox/api/|_next/static/|_next/image).*)'] };
