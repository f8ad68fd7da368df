import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { readSite } from '@/lib/site';
import { ThemeProvider } from './_components/theme-provider';
import { Toaster } from './_components/toaster';
import './globals.css';

export async function generateMetadata(): Promise<Metadata> {
  // A build knows neither the address nor the name.
  await headers();
  const { url, name } = readSite();
  return {
    metadataBase: new URL(url),
    applicationName: name,
    title: { default: `${name}: every payment counts exactly once`, template: `%s · ${name}` },
    description:
      'A Next.js SaaS starter whose billing counts every payment exactly once: Stripe, Lemon Squeezy, Polar, Paddle, and a sandbox to watch it.',
    openGraph: { type: 'website', siteName: name, locale: 'en_US' },
    twitter: { card: 'summary_large_image' },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#fafafb' },
    { media: '(prefers-color-scheme: dark)', color: '#0d0f12' },
  ],
};

/** Reads the nonce of its request, so every page is drawn when it is asked for. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        <ThemeProvider nonce={nonce}>
          {children}
          <Toaster />
        </ThemeProvider>
      </body>
    </html>
  );
}
