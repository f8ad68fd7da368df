'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';

const links = [
  { href: '/admin', label: 'Overview' },
  { href: '/admin/inbox', label: 'Inbox' },
  { href: '/admin/cases', label: 'Cases' },
  { href: '/admin/teams', label: 'Teams' },
  { href: '/admin/outbox', label: 'Outbox' },
  { href: '/admin/reconciliation', label: 'Reconciliation' },
  { href: '/admin/audit', label: 'Audit log' },
  { href: '/admin/help', label: 'Runbook' },
];

export function AdminLinks() {
  const pathname = usePathname();
  return (
    <nav aria-label="Operations" className="-mx-2 overflow-x-auto">
      <ul className="flex w-max gap-1">
        {links.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={currentOf(pathname, href)}
              className="relative flex h-10 items-center rounded-sm px-2.5 text-sm text-muted-foreground transition-colors -outline-offset-2 hover:text-foreground aria-[current]:font-medium aria-[current]:text-foreground aria-[current]:after:absolute aria-[current]:after:inset-x-2.5 aria-[current]:after:bottom-0 aria-[current]:after:h-0.5 aria-[current]:after:bg-primary"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A page below one of the links is part of it; everything is below the overview. */
function currentOf(pathname: string, href: string): 'page' | 'true' | undefined {
  if (pathname === href) return 'page';
  return href !== '/admin' && pathname.startsWith(`${href}/`) ? 'true' : undefined;
}
