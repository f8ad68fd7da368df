import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { readSite } from '@/lib/site';
import { requireOperator } from '../_session';
import { AdminHeader } from './_components/admin-header';

export async function generateMetadata(): Promise<Metadata> {
  await requireOperator();
  const { name } = readSite();
  return { title: { default: `Operations · ${name}`, template: `%s · Operations · ${name}` } };
}

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const { userName } = await requireOperator();
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-card focus:px-3 focus:py-2 focus:text-sm"
      >
        Skip to content
      </a>
      <AdminHeader userName={userName} />
      <main id="main" tabIndex={-1} className="mx-auto max-w-7xl px-4 py-6 outline-none sm:px-6 sm:py-8">
        {children}
      </main>
    </>
  );
}
