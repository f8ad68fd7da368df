import type { ReactNode } from 'react';
import { can } from '@/lib/auth';
import { readSite } from '@/lib/site';
import { findDemo } from '../_demo';
import { requireSession } from '../_session';
import { DashboardHeader } from './_components/dashboard-header';
import { DemoBanner } from './_components/demo-banner';
import { placesFor } from './_components/places';

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const { teamId, teams, userName, email, role, isAnonymous, isOperator } = await requireSession();
  const demo = await findDemo(teamId);
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-card focus:px-3 focus:py-2 focus:text-sm"
      >
        Skip to content
      </a>
      <DashboardHeader
        visitor={{ name: userName, email: isAnonymous ? null : email, isAnonymous, isOperator }}
        teamId={teamId}
        teams={teams}
        places={placesFor({ mayDo: (permission) => can(role, permission), hasSandbox: readSite().isDemoOpen })}
      />
      {demo ? <DemoBanner until={demo.until} /> : null}
      <main id="main" tabIndex={-1} className="mx-auto max-w-6xl px-4 py-6 outline-none sm:px-6 sm:py-8">
        {children}
      </main>
    </>
  );
}
