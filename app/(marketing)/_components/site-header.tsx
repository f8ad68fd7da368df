import Link from 'next/link';
import { Logo } from '../../_components/logo';
import { ThemeSwitch } from '../../_components/theme-switch';
import { Button } from '../../_components/ui/button';

/** `hasTeam`: whoever looks has a dashboard to go back to. */
export function SiteHeader({ hasTeam = false }: { hasTeam?: boolean }) {
  return (
    <header className="mx-auto flex h-14 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
      <Link href="/" className="rounded-sm" aria-label="Paidonce, start page">
        <Logo />
      </Link>
      <nav aria-label="Main" className="flex items-center gap-1">
        {hasTeam ? (
          <Button asChild variant="ghost" size="sm">
            <Link href="/dashboard">Dashboard</Link>
          </Button>
        ) : null}
        <Button asChild variant="ghost" size="sm">
          <Link href="/pricing">Pricing</Link>
        </Button>
        <ThemeSwitch />
      </nav>
    </header>
  );
}
