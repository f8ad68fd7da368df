'use client';

import { LoaderCircle } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const everyMs = 2000;
const looks = 60;

/** What is on its way shows by itself: the page reads the database again for two minutes, or until it leaves this out. */
export function Refresher({ children }: { children: string }) {
  const router = useRouter();

  useEffect(() => {
    let left = looks;
    const timer = setInterval(() => {
      if (document.hidden) return;
      router.refresh();
      left -= 1;
      if (left === 0) clearInterval(timer);
    }, everyMs);
    return () => clearInterval(timer);
  }, [router]);

  return (
    <p role="status" className="mb-6 flex items-center gap-2 text-sm text-muted-foreground">
      <LoaderCircle className="size-4 shrink-0 animate-spin motion-reduce:animate-none" aria-hidden="true" />
      {children} This page updates by itself.
    </p>
  );
}
