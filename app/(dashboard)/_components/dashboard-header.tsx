import Link from 'next/link';
import { readSite } from '@/lib/site';
import { Logo } from '../../_components/logo';
import { ThemeSwitch } from '../../_components/theme-switch';
import { CommandMenu } from './command-menu';
import { NavLinks } from './nav-links';
import type { Place } from './places';
import { TeamMenu, type TeamOption } from './team-menu';
import { UserMenu, type Visitor } from './user-menu';

interface DashboardHeaderProps {
  visitor: Visitor;
  teamId: string;
  teams: TeamOption[];
  places: { main: Place[]; ofTeam: Place[] };
}

export function DashboardHeader({ visitor, teamId, teams, places }: DashboardHeaderProps) {
  const everywhere = [...places.main, ...places.ofTeam, ...(visitor.isOperator ? [operations] : [])];
  return (
    <header className="sticky top-0 z-40 border-b bg-background/90 backdrop-blur">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-3 px-4 sm:gap-x-5 sm:px-6">
        <Link
          href="/dashboard"
          className="flex h-14 items-center rounded-sm"
          aria-label={`${readSite().name}, dashboard`}
        >
          <Logo isShortOnPhones />
        </Link>
        <NavLinks places={places.main} />
        <div className="ml-auto flex min-w-0 items-center gap-1">
          <CommandMenu places={everywhere} teamId={teamId} teams={teams} />
          <TeamMenu teamId={teamId} teams={teams} places={places.ofTeam} mayCreate={!visitor.isAnonymous} />
          <ThemeSwitch />
          <UserMenu visitor={visitor} />
        </div>
      </div>
    </header>
  );
}

const operations: Place = { href: '/admin', label: 'Operations', keywords: ['inbox', 'cases', 'replay', 'operator'] };
