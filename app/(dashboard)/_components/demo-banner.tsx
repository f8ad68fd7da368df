import { Hourglass } from 'lucide-react';
import Link from 'next/link';
import { RelativeTime } from '../../_components/relative-time';

/** Says until when a visitor's team is there, and how it stays. */
export function DemoBanner({ until }: { until: Date }) {
  return (
    <div className="border-b bg-accent text-accent-foreground">
      <div className="mx-auto flex max-w-6xl items-start gap-2 px-4 py-2 text-[0.8125rem] sm:px-6">
        <Hourglass className="mt-0.75 size-3.5 shrink-0" aria-hidden="true" />
        <p>
          A demo with a year of made-up history; it is deleted <RelativeTime at={until} />.{' '}
          <Link href="/sign-up" className="font-medium underline underline-offset-4">
            Sign up to keep it
          </Link>
        </p>
      </div>
    </div>
  );
}
