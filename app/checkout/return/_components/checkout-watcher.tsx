'use client';

import { LoaderCircle } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const quickMs = 1000;
const slowMs = 5000;
const quickLooks = 30;

/** Looks at the checkout until it is in another state, then lets the page read the database again. */
export function CheckoutWatcher({ id, state }: { id: string; state: string }) {
  const router = useRouter();

  useEffect(() => {
    let looks = 0;
    let timer: ReturnType<typeof setTimeout>;
    async function look() {
      const current = document.hidden ? null : await currentState(id);
      if (current !== null && current !== state) router.refresh();
      looks += 1;
      timer = setTimeout(look, looks < quickLooks ? quickMs : slowMs);
    }
    timer = setTimeout(look, quickMs);
    return () => clearTimeout(timer);
  }, [id, state, router]);

  return (
    <p className="mt-8 flex items-center gap-2 text-xs text-muted-foreground">
      <LoaderCircle className="size-3.5 animate-spin" aria-hidden="true" />
      This page updates by itself.
    </p>
  );
}

/** Null when the answer did not come: a lost connection is no news. */
async function currentState(id: string): Promise<unknown> {
  try {
    const response = await fetch(`/checkout/${encodeURIComponent(id)}/status`, { cache: 'no-store' });
    const body: unknown = response.ok ? await response.json() : null;
    return typeof body === 'object' && body !== null && 'state' in body ? body.state : null;
  } catch {
    return null;
  }
}
