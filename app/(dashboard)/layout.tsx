import type { ReactNode } from 'react';
import { requireSession } from '../_session';
import { DashboardHeader } from './_components/dashboard-header';

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { teamName, isOperator } = await requireSession();
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-card focus:px-3 focus:py-2 focus:text-sm"
      >
        Skip to content
      </a>
      <DashboardHeader teamName={teamName} isOperator={isOperator} />
      <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 py-6 outline-none sm:px-6 sm:py-8">
        {children}
      </main>
    </>
  );
}
