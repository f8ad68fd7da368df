'use client';

import { CircleUser } from 'lucide-react';
import { LazyMenu } from '../../_components/lazy-menu';

/** Who looks at the pages. */
export interface Visitor {
  name: string;
  /** Null for somebody without an account. */
  email: string | null;
  isAnonymous: boolean;
  isOperator: boolean;
}

const load = () => import('./user-menu-items');

export function UserMenu({ visitor }: { visitor: Visitor }) {
  return (
    <LazyMenu load={load} menu={{ visitor }} variant="ghost" size="icon" aria-label="Account">
      <CircleUser aria-hidden="true" />
    </LazyMenu>
  );
}
