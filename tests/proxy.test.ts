import { unstable_doesMiddlewareMatch } from 'next/experimental/testing/server';
import { NextRequest } from 'next/server';
import { describe, expect, it } from 'vitest';
import { contentSecurityPolicy } from '@/lib/content-security-policy';
import { config, proxy } from '@/proxy';

const policyOf = (pathname: string, about: { isDevelopment?: boolean; isSecure?: boolean } = {}) =>
  directivesOf(contentSecurityPolicy({ nonce: 'abc', pathname, isDevelopment: false, isSecure: false, ...about }));

function directivesOf(policy: string): Record<string, string[]> {
  return Object.fromEntries(
    policy.split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

describe('the policy of a page', () => {
  it('runs scripts that carry the nonce and no others', () => {
    expect(policyOf('/dashboard')['script-src']).toEqual(["'self'", "'nonce-abc'", "'strict-dynamic'"]);
  });

  it('lets nothing of Paddle in but on the page that pays with it', () => {
    for (const pathname of ['/', '/dashboard', '/payments', '/pricing/pay'])
      expect(policyOf(pathname)['frame-src']).toEqual(["'none'"]);
    for (const pathname of ['/pay', '/pay/'])
      expect(policyOf(pathname)['frame-src']).toEqual(['https://buy.paddle.com', 'https://sandbox-buy.paddle.com']);
    expect(policyOf('/dashboard')['connect-src']).toEqual(["'self'"]);
  });

  it('allows code from text in development only', () => {
    expect(policyOf('/', { isDevelopment: true })['script-src']).toContain("'unsafe-eval'");
    expect(policyOf('/')['script-src']).not.toContain("'unsafe-eval'");
  });

  it('asks for TLS only where the site has it', () => {
    expect(policyOf('/', { isSecure: true })).toHaveProperty('upgrade-insecure-requests');
    expect(policyOf('/')).not.toHaveProperty('upgrade-insecure-requests');
  });
});

describe('what goes through the proxy', () => {
  const matches = (url: string) => unstable_doesMiddlewareMatch({ config, url, nextConfig: {} });

  it('pages do, an address that begins like a route of the API among them', () => {
    for (const url of ['/', '/dashboard', '/api-keys', '/pay', '/nothing-here', '/dashboard/'])
      expect(matches(url)).toBe(true);
  });

  it('webhooks and the other routes of the API do not, with a slash at the end or without', () => {
    for (const url of [
      '/api/webhooks/stripe',
      '/api/webhooks/stripe/',
      '/api/v1/credits',
      '/api/health',
      '/sandbox/api/charges',
    ])
      expect(matches(url)).toBe(false);
  });
});

describe('a response', () => {
  it('has a nonce of its own, which its page is told, whatever the request says', () => {
    const [first, second] = [ask({ 'x-nonce': 'mine', 'content-security-policy': "script-src 'nonce-mine'" }), ask()];
    const nonce = nonceOf(first);
    expect(nonce).not.toBe('mine');
    expect(nonce).not.toBe(nonceOf(second));
    expect(first.headers.get('x-middleware-request-x-nonce')).toBe(nonce);
    expect(first.headers.get('x-middleware-request-content-security-policy')).toBe(
      first.headers.get('content-security-policy'),
    );
  });

  it('goes on to its page: nobody is redirected or turned away here', () => {
    expect(ask().headers.get('x-middleware-next')).toBe('1');
    expect(ask().headers.get('location')).toBeNull();
  });
});

function ask(headers: Record<string, string> = {}) {
  return proxy(new NextRequest('http://localhost:3000/dashboard', { headers }));
}

function nonceOf({ headers }: Response): string {
  return /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';
}

describe('what may change something', () => {
  const post = (headers: Record<string, string>, method = 'POST') =>
    proxy(
      new NextRequest('http://app.example.com/members', { method, headers: { host: 'app.example.com', ...headers } }),
    ).status;

  it('is refused from another site, and without a word on where it comes from', () => {
    expect(post({ origin: 'https://evil.example' })).toBe(403);
    expect(post({ origin: 'https://app.example.com.evil.example' })).toBe(403);
    expect(post({ origin: 'javascript:alert(1)' })).toBe(403);
    expect(post({})).toBe(403);
    expect(post({ origin: 'null' })).toBe(403);
    expect(post({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(post({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(post({ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' })).toBe(403);
    for (const method of ['PUT', 'PATCH', 'DELETE']) expect(post({}, method)).toBe(403);
  });

  it('is let through from a page of ours, also behind a proxy, and where a page hides its origin', () => {
    expect(post({ origin: 'https://app.example.com' })).toBe(200);
    expect(post({ origin: 'https://shop.example.com', 'x-forwarded-host': 'shop.example.com' })).toBe(200);
    expect(post({ origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(post({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(post({}, 'GET')).toBe(200);
  });
});
