'use client';

import { Moon, Sun } from 'lucide-react';
import { LazyMenu } from './lazy-menu';

const load = () => import('./theme-menu');

export function ThemeSwitch() {
  return (
    <LazyMenu load={load} menu={{}} variant="ghost" size="icon" aria-label="Theme">
      <Sun className="dark:hidden" aria-hidden="true" />
      <Moon className="hidden dark:block" aria-hidden="true" />
    </LazyMenu>
  );
}
