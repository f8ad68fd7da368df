import { NavLink } from '../../_components/nav-link';
import type { Place } from './places';

/** In the header's line on a wide screen, in one of its own on a narrow one. */
export function NavLinks({ places }: { places: Place[] }) {
  return (
    <nav
      aria-label="Main"
      className="scroll-hint order-last -mx-2 w-[calc(100%+1rem)] overflow-x-auto [--hint-cover:var(--background)] lg:order-none lg:mx-0 lg:w-auto"
    >
      <ul className="flex w-max gap-1">
        {places.map(({ href, label }) => (
          <li key={href}>
            <NavLink
              href={href}
              label={label}
              className="-outline-offset-2 px-2 sm:px-2.5 aria-[current]:after:bottom-0 lg:h-14 lg:aria-[current]:after:-bottom-px"
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
