'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { cn } from './ui/cn';

interface NavLinkProps {
  href: string;
  label: string;
  /** Only the page itself is current, not what lies below it. */
  exact?: boolean;
  className?: string;
}

/** A link of a page's navigation, underlined while its page or one below it is open. */
export function NavLink({ href, label, exact = false, className }: NavLinkProps) {
  return (
    <Link
      href={href}
      aria-current={currentOf(usePathname(), { href, exact })}
      className={cn(
        'relative flex h-10 items-center rounded-sm px-2.5 text-sm text-muted-foreground transition-colors hover:text-foreground aria-[current]:font-medium aria-[current]:text-foreground aria-[current]:after:absolute aria-[current]:after:inset-x-2.5 aria-[current]:after:h-0.5 aria-[current]:after:bg-primary',
        className,
      )}
    >
      {label}
    </Link>
  );
}

function currentOf(pathname: string, { href, exact }: { href: string; exact: boolean }): 'page' | 'true' | undefined {
  if (pathname === href) return 'page';
  return !exact && pathname.startsWith(`${href}/`) ? 'true' : undefined;
}
