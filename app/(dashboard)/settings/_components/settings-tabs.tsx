import { NavLink } from '../../../_components/nav-link';

const tabs = [
  { href: '/settings', label: 'Notices' },
  { href: '/settings/team', label: 'Team' },
  { href: '/settings/account', label: 'Account' },
  { href: '/settings/security', label: 'Security' },
];

/** What can be set: for the team, then for oneself. */
export function SettingsTabs() {
  return (
    <nav
      aria-label="Settings"
      className="scroll-hint -mt-2 mb-6 overflow-x-auto border-b [--hint-cover:var(--background)]"
    >
      <ul className="-mx-2.5 flex w-max gap-1">
        {tabs.map(({ href, label }) => (
          <li key={href}>
            <NavLink href={href} label={label} exact className="aria-[current]:after:bottom-0" />
          </li>
        ))}
      </ul>
    </nav>
  );
}
