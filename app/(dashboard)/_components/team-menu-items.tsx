'use client';

import { Check, KeyRound, type LucideIcon, Plus, Settings, Users } from 'lucide-react';
import Link from 'next/link';
import type { ReactElement } from 'react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../_components/ui/dropdown-menu';
import type { Place } from './places';
import type { TeamOption } from './team-menu';
import { useSwitchTeam } from './use-switch-team';

export interface TeamMenuProps {
  /** The one that this browser works in. */
  teamId: string;
  teams: TeamOption[];
  places: Place[];
  mayCreate: boolean;
}

const icons: Record<string, LucideIcon> = { '/members': Users, '/api-keys': KeyRound };

export default function TeamMenuItems({ button, ...menu }: TeamMenuProps & { button: ReactElement }) {
  const { teamId, teams, places, mayCreate } = menu;
  const switchTeam = useSwitchTeam();
  return (
    <DropdownMenu modal={false} defaultOpen>
      <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
      <DropdownMenuContent className="max-w-72">
        <DropdownMenuLabel>Teams</DropdownMenuLabel>
        {teams.map((team) => (
          <DropdownMenuItem
            key={team.teamId}
            aria-current={team.teamId === teamId ? 'true' : undefined}
            onSelect={() => team.teamId === teamId || switchTeam(team.teamId)}
          >
            <span className="min-w-0 flex-1 truncate">{team.teamName}</span>
            {team.teamId === teamId ? <Check aria-hidden="true" /> : null}
          </DropdownMenuItem>
        ))}
        {mayCreate ? <LinkItem href="/teams/new" label="Create a team" icon={Plus} /> : null}
        <DropdownMenuSeparator />
        {places.map(({ href, label }) => (
          <LinkItem key={href} href={href} label={label} icon={icons[href] ?? Settings} />
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

function LinkItem({ href, label, icon: Icon }: { href: string; label: string; icon: LucideIcon }) {
  return (
    <DropdownMenuItem asChild>
      <Link href={href}>
        <Icon aria-hidden="true" /> {label}
      </Link>
    </DropdownMenuItem>
  );
}
