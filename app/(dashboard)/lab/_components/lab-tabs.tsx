import Link from 'next/link';
import { findDemo } from '../../../_demo';
import { requireSession } from '../../../_session';

const tabs = [
  { href: '/lab', label: 'Payment' },
  { href: '/lab/subscription', label: 'Subscription' },
  { href: '/lab/renewals', label: 'Our renewals' },
] as const;
const operations = { href: '/lab/operations', label: 'Operator’s view' } as const;

type Tab = (typeof tabs)[number] | typeof operations;

/** The parts of the lab: what was bought once, what the sandbox renews, what we renew, and in a public demo what an operator sees. */
export async function LabTabs({ current }: { current: Tab['href'] }) {
  const { teamId } = await requireSession();
  const shown: readonly Tab[] = (await findDemo(teamId)) ? [...tabs, operations] : tabs;
  return (
    <nav aria-label="Parts of the lab" className="mb-6">
      <ul className="inline-flex gap-0.5 rounded-md bg-secondary p-0.5">
        {shown.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={href === current ? 'page' : undefined}
              className="inline-flex h-8 items-center rounded-sm px-2.5 text-[0.8125rem] font-medium text-muted-foreground transition-colors hover:text-foreground aria-[current=page]:bg-card aria-[current=page]:text-foreground aria-[current=page]:shadow-card sm:px-3.5"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
