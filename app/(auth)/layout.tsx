import type { Metadata } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { readSite } from '@/lib/site';
import { Logo } from '../_components/logo';
import { ThemeSwitch } from '../_components/theme-switch';

/** The links that lead here carry what opens an account: no other site is told of them, and none is looked up. */
export const metadata: Metadata = { referrer: 'no-referrer', robots: { index: false } };

export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="mx-auto flex h-14 w-full max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
        <Link href="/" className="rounded-sm" aria-label={`${readSite().name}, start page`}>
          <Logo />
        </Link>
        <ThemeSwitch />
      </header>
      <main className="mx-auto flex w-full max-w-md grow flex-col justify-center px-4 py-10 pb-24">{children}</main>
    </div>
  );
}
