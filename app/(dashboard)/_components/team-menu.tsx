'use client';

import { Check, ChevronsUpDown, KeyRound, type LucideIcon, Settings, Users } from 'lucide-react';
import Link from 'next/link';
import { Button } from '../../_components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../_components/ui/dropdown-menu';
import type { Place } from './places';

export interface TeamOption {
  teamId: string;
  teamName: string;
}

interface TeamMenuProps {
  /** The one that this browser works in. */
  teamId: string;
  teams: TeamOption[];
  places: Place[];
}

const icons: Record<string, LucideIcon> = { '/members': Users, '/api-keys': KeyRound };

/** Switches between the teams that somebody is in, and leads to what belongs to this one. */
export function TeamMenu({ teamId, teams, places }: TeamMenuProps) {
  const current = teams.find((team) => team.teamId === teamId)?.teamName ?? 'Team';
  return (
    <DropdownMenu modal={false}>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm" className="min-w-0 shrink px-2 text-foreground sm:px-3">
          <span className="max-w-28 truncate sm:max-w-44">{current}</span>
          <ChevronsUpDown aria-hidden="true" className="text-muted-foreground" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="max-w-72">
        <DropdownMenuLabel>Teams</DropdownMenuLabel>
        {teams.map((team) => (
          <DropdownMenuItem key={team.teamId} aria-current={team.teamId === teamId ? 'true' : undefined}>
            <span className="min-w-0 flex-1 truncate">{team.teamName}</span>
            {team.teamId === teamId ? <Check aria-hidden="true" /> : null}
          </DropdownMenuItem>
        ))}
        <DropdownMenuSeparator />
        {places.map(({ href, label }) => (
          <PlaceItem key={href} href={href} label={label} icon={icons[href] ?? Settings} />
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function PlaceItem({ href, label, icon: Icon }: { href: string; label: string; icon: LucideIcon }) {
  return (
    <DropdownMenuItem asChild>
      <Link href={href}>
        <Icon aria-hidden="true" /> {label}
      </Link>
    </DropdownMenuItem>
  );
}
