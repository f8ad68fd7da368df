'use client';

import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isToastWanted, onToast } from './toast';

const Sonner = lazy(() => import('./ui/sonner'));

/** The corner of the page where `toast` speaks: empty, and without its code, until it does. */
export function Toaster() {
  const isWanted = useSyncExternalStore(onToast, isToastWanted, () => false);
  if (!isWanted) return null;
  return (
    <Suspense>
      <Sonner />
    </Suspense>
  );
}
