import { NavLink } from '../../_components/nav-link';

const links = [
  { href: '/admin', label: 'Overview' },
  { href: '/admin/inbox', label: 'Inbox' },
  { href: '/admin/cases', label: 'Cases' },
  { href: '/admin/teams', label: 'Teams' },
  { href: '/admin/renewals', label: 'Renewals' },
  { href: '/admin/outbox', label: 'Outbox' },
  { href: '/admin/reconciliation', label: 'Reconciliation' },
  { href: '/admin/audit', label: 'Audit log' },
  { href: '/admin/help', label: 'Runbook' },
];

export function AdminLinks() {
  return (
    <nav aria-label="Operations" className="scroll-hint -mx-2 overflow-x-auto [--hint-cover:var(--background)]">
      <ul className="flex w-max gap-1">
        {links.map(({ href, label }) => (
          <li key={href}>
            <NavLink
              href={href}
              label={label}
              exact={href === '/admin'}
              className="-outline-offset-2 aria-[current]:after:bottom-0"
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
