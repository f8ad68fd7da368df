import { CircleAlert } from 'lucide-react';
import Link from 'next/link';
import type { LowBalance } from '@/lib/billing/top-ups';
import { formatCredits } from '../../_components/credits';

/** What is left when it is little, and what is done about it. */
export function LowBalanceNotice({ low }: { low: LowBalance | null }) {
  if (!low) return null;
  const { text, link } = words[low.topUp];
  return (
    <div
      role="status"
      data-testid="low-balance"
      className="mb-6 flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg bg-warning-soft px-4 py-3 text-sm text-warning"
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-60">
        <strong className="font-semibold">
          {formatCredits(low.available)} {low.available === 1 ? 'credit' : 'credits'} left.
        </strong>{' '}
        {text}
      </p>
      {link ? (
        <Link href={link.href} className="font-medium underline underline-offset-4">
          {link.label}
        </Link>
      ) : null}
    </div>
  );
}

const toBilling = { href: '/billing', label: 'Automatic top-up' };

const words: Record<LowBalance['topUp'], { text: string; link: { href: string; label: string } | null }> = {
  off: {
    text: 'When they are used up, jobs that cost credits are refused.',
    link: { href: '/pricing', label: 'Buy credits' },
  },
  enough: { text: 'That is above the threshold at which a pack is bought by itself.', link: toBilling },
  buy: { text: 'A pack is about to be bought.', link: null },
  charging: { text: 'A pack is being bought. Its credits come with the payment.', link: null },
  paused: { text: 'A pack could not be bought by itself, and nothing more is tried.', link: toBilling },
  limit_reached: { text: 'This month’s limit of the automatic top-up is used up.', link: toBilling },
};
