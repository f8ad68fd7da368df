import { NavLink } from '../../_components/nav-link';

const links = [
  { href: '/dashboard', label: 'Dashboard' },
  { href: '/subscription', label: 'Subscription' },
  { href: '/history', label: 'History' },
  { href: '/lab', label: 'Lab' },
];

export function NavLinks() {
  return (
    <nav aria-label="Main" className="order-last -mx-2 w-full md:order-none md:mx-0 md:w-auto">
      <ul className="flex gap-1">
        {links.map(({ href, label }) => (
          <li key={href}>
            <NavLink href={href} label={label} className="aria-[current]:after:-bottom-px md:h-14" />
          </li>
        ))}
      </ul>
    </nav>
  );
}
