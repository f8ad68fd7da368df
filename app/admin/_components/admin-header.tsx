import { ArrowLeft } from 'lucide-react';
import Link from 'next/link';
import { readSite } from '@/lib/site';
import { Logo } from '../../_components/logo';
import { ThemeSwitch } from '../../_components/theme-switch';
import { Badge } from '../../_components/ui/badge';
import { Button } from '../../_components/ui/button';
import { AdminLinks } from './admin-links';

export function AdminHeader({ userName }: { userName: string }) {
  return (
    <header className="sticky top-0 z-40 border-b bg-background/90 backdrop-blur">
      <div className="mx-auto max-w-7xl px-4 sm:px-6">
        <div className="flex h-14 items-center gap-3">
          <Link href="/admin" className="flex items-center rounded-sm" aria-label={`${readSite().name}, operations`}>
            <Logo />
          </Link>
          <Badge tone="accent">Operations</Badge>
          <div className="ml-auto flex min-w-0 items-center gap-1">
            <span className="hidden truncate text-[0.8125rem] text-muted-foreground sm:inline">{userName}</span>
            <Button asChild variant="ghost" size="sm" className="relative max-sm:px-2">
              <Link href="/dashboard">
                <ArrowLeft aria-hidden="true" /> <span className="max-sm:sr-only">My team</span>
              </Link>
            </Button>
            <ThemeSwitch />
          </div>
        </div>
        <AdminLinks />
      </div>
    </header>
  );
}
