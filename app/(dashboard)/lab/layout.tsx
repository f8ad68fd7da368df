import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { readSite } from '@/lib/site';

/** The lab works on what the sandbox sold: where that is off, there is none. */
export default function LabLayout({ children }: { children: ReactNode }) {
  if (!readSite().isDemoOpen) notFound();
  return children;
}
