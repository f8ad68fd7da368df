import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { contentSecurityPolicy } from '@/lib/content-security-policy';
import { env } from '@/lib/env';

/**
 * Gives every page its security headers. The nonce goes to the page in the request's headers: Next puts it on its own
 * scripts, the root layout hands it to the theme. So does the page's own address, to come back to after signing in. Nothing is redirected or refused here: each page, action and route
 * asks for itself who may use it.
 */
export function proxy(request: NextRequest): NextResponse {
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

const pageHeaders = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
} as const;

/** Webhooks and the other routes under /api answer programs, and files never change: neither is touched. */
export const config = { matcher: ['/((?!api/|_next/static/|_next/image).*)'] };
