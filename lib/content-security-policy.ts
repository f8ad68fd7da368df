import type { SellingProvider } from './env';

export interface PolicyRequest {
  /** Fresh for each response, and known to nobody before it. */
  nonce: string;
  pathname: string;
  /** React needs `eval` to draw its errors, and the page is told of changes over a socket. */
  isDevelopment: boolean;
  /** The site is served over TLS, so nothing of a page may come without it. */
  isSecure: boolean;
}

/**
 * The Content-Security-Policy of a page: only scripts that carry the nonce run, and those that they load. Styles may be
 * inline, because dialogs and notices measure and place themselves.
 */
export function contentSecurityPolicy({ nonce, pathname, isDevelopment, isSecure }: PolicyRequest): string {
  const paddle = isPayPage(pathname) ? paddleSources : noSources;
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", `'nonce-${nonce}'`, "'strict-dynamic'", ...(isDevelopment ? ["'unsafe-eval'"] : [])],
    'style-src': ["'self'", "'unsafe-inline'", ...paddle.styles],
    'img-src': ["'self'", 'data:', 'blob:', ...paddle.images],
    'connect-src': ["'self'", ...(isDevelopment ? ['ws:'] : []), ...paddle.connections],
    'frame-src': paddle.frames.length > 0 ? paddle.frames : ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...formTargets],
    'frame-ancestors': ["'none'"],
    ...(isSecure ? { 'upgrade-insecure-requests': [] } : {}),
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** A provider's hosted pages: its checkout and its portal. */
const hostedPages: Record<SellingProvider, readonly string[]> = {
  stripe: ['https://checkout.stripe.com', 'https://billing.stripe.com'],
  lemonsqueezy: ['https://*.lemonsqueezy.com'],
  polar: ['https://polar.sh', 'https://sandbox.polar.sh'],
  paddle: ['https://*.paddle.com'],
};

/**
 * Where a form of ours may end after our redirect when scripts are off: the providers' hosted pages, and sign-in with
 * Google and GitHub. Chromium holds a form's redirects to `form-action` too.
 */
const formTargets = [...Object.values(hostedPages).flat(), 'https://accounts.google.com', 'https://github.com'];

interface Sources {
  styles: readonly string[];
  images: readonly string[];
  connections: readonly string[];
  frames: readonly string[];
}

const noSources: Sources = { styles: [], images: [], connections: [], frames: [] };

/** What Paddle.js opens on the page that pays with it: its overlay's style, and the checkout in a frame. */
const paddleSources: Sources = {
  styles: ['https://cdn.paddle.com', 'https://sandbox-cdn.paddle.com'],
  images: ['https://cdn.paddle.com', 'https://sandbox-cdn.paddle.com'],
  connections: ['https://*.paddle.com'],
  frames: ['https://buy.paddle.com', 'https://sandbox-buy.paddle.com'],
};

function isPayPage(pathname: string): boolean {
  return pathname === '/pay' || pathname.startsWith('/pay/');
}
