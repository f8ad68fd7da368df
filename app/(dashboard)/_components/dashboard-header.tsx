import Link from 'next/link';
import { Logo } from '../../_components/logo';
import { ThemeSwitch } from '../../_components/theme-switch';
import { NavLinks } from './nav-links';
import { TeamMenu } from './team-menu';

export function DashboardHeader({ teamName, isOperator }: { teamName: string; isOperator: boolean }) {
  return (
    <header className="sticky top-0 z-40 border-b bg-background/90 backdrop-blur">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 px-4 sm:px-6">
        <Link href="/dashboard" className="flex h-14 items-center rounded-sm" aria-label="Paidonce, dashboard">
          <Logo />
        </Link>
        <NavLinks />
        <div className="ml-auto flex min-w-0 items-center gap-1">
          <TeamMenu teamName={teamName} isOperator={isOperator} />
          <ThemeSwitch />
        </div>
      </div>
    </header>
  );
}
