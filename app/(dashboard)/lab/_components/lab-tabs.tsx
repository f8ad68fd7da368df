import Link from 'next/link';

const tabs = [
  { href: '/lab', label: 'Payment' },
  { href: '/lab/subscription', label: 'Subscription' },
  { href: '/lab/renewals', label: 'Our renewals' },
] as const;

/** The parts of the lab: what was bought once, what the sandbox renews, and what we renew. */
export function LabTabs({ current }: { current: (typeof tabs)[number]['href'] }) {
  return (
    <nav aria-label="Parts of the lab" className="mb-6">
      <ul className="inline-flex gap-0.5 rounded-md bg-secondary p-0.5">
        {tabs.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className="inline-flex h-8 items-center rounded-sm px-3.5 text-[0.8125rem] font-medium text-muted-foreground transition-colors hover:text-foreground aria-[current=page]:bg-card aria-[current=page]:text-foreground aria-[current=page]:shadow-card"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
