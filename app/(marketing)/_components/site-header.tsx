import Link from 'next/link';
import { readSite } from '@/lib/site';
import { Logo } from '../../_components/logo';
import { ThemeSwitch } from '../../_components/theme-switch';
import { Button } from '../../_components/ui/button';

/** `hasTeam`: whoever looks has a dashboard to go back to. */
export function SiteHeader({ hasTeam }: { hasTeam: boolean }) {
  const [href, label] = hasTeam ? ['/dashboard', 'Dashboard'] : ['/sign-in', 'Sign in'];
  return (
    <header className="mx-auto flex h-14 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
      <Link href="/" className="rounded-sm" aria-label={`${readSite().name}, start page`}>
        <Logo />
      </Link>
      <nav aria-label="Main" className="flex items-center gap-1">
        <Button asChild variant="ghost" size="sm" className="max-sm:px-2">
          <Link href="/pricing">Pricing</Link>
        </Button>
        <Button asChild variant="ghost" size="sm" className="max-sm:px-2">
          <Link href={href}>{label}</Link>
        </Button>
        <ThemeSwitch />
      </nav>
    </header>
  );
}
