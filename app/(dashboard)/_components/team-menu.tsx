'use client';

import { ChevronsUpDown } from 'lucide-react';
import { LazyMenu } from '../../_components/lazy-menu';
import type { TeamMenuProps } from './team-menu-items';

export interface TeamOption {
  teamId: string;
  teamName: string;
}

const load = () => import('./team-menu-items');

/** Names the team that this browser works in; its menu switches to another, and leads to what belongs to this one. */
export function TeamMenu(menu: TeamMenuProps) {
  const current = menu.teams.find(({ teamId }) => teamId === menu.teamId)?.teamName ?? 'Team';
  return (
    <LazyMenu load={load} menu={menu} variant="ghost" size="sm" className="min-w-0 shrink px-2 text-foreground sm:px-3">
      <span className="max-w-28 truncate sm:max-w-44">{current}</span>
      <ChevronsUpDown aria-hidden="true" className="text-muted-foreground" />
    </LazyMenu>
  );
}
