'use client';

import { Command } from 'cmdk';
import { useRouter } from 'next/navigation';
import { useTheme } from 'next-themes';
import type { ReactNode } from 'react';
import { toast } from '../../_components/toast';
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '../../_components/ui/dialog';
import type { Place } from './places';
import type { TeamOption } from './team-menu';
import { useSwitchTeam } from './use-switch-team';

interface CommandPaletteProps {
  places: Place[];
  teamId: string;
  teams: TeamOption[];
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
}

const themes = [
  { theme: 'light', label: 'Light theme' },
  { theme: 'dark', label: 'Dark theme' },
  { theme: 'system', label: 'Theme of the system' },
];

/** Every page and a few deeds, found by typing. */
export function CommandPalette({ places, teamId, teams, isOpen, onOpenChange }: CommandPaletteProps) {
  const router = useRouter();
  const { setTheme } = useTheme();
  const switchTeam = useSwitchTeam();
  const others = teams.filter((team) => team.teamId !== teamId);
  const run = (deed: () => void) => () => {
    onOpenChange(false);
    deed();
  };
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent className="top-[12dvh] max-w-lg translate-y-0 gap-0 overflow-hidden p-0">
        <DialogTitle className="sr-only">Pages and commands</DialogTitle>
        <DialogDescription className="sr-only">Type to find one, and press Enter to go there.</DialogDescription>
        <Command loop>
          <Command.Input
            placeholder="Go to a page, or do something"
            aria-label="Go to a page, or do something"
            className="h-12 w-full border-b bg-transparent px-4 text-base outline-none placeholder:text-muted-foreground"
          />
          <Command.List aria-label="Pages and commands" className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1.5">
            <Command.Empty className="px-3 py-6 text-center text-sm text-muted-foreground">
              There is no page and no command of this name.
            </Command.Empty>
            <Group heading="Go to">
              {places.map(({ href, label, keywords }) => (
                <Item key={href} value={label} keywords={keywords} onSelect={run(() => router.push(href))} />
              ))}
              <Item
                value="Pricing"
                keywords={['buy', 'packs', 'plans']}
                onSelect={run(() => router.push('/pricing'))}
              />
            </Group>
            {others.length > 0 ? (
              <Group heading="Switch team">
                {others.map((team) => (
                  <Item
                    key={team.teamId}
                    value={team.teamId}
                    label={team.teamName}
                    keywords={['team', team.teamName]}
                    onSelect={run(() => switchTeam(team.teamId))}
                  />
                ))}
              </Group>
            ) : null}
            <Group heading="Do">
              {themes.map(({ theme, label }) => (
                <Item key={theme} value={label} keywords={['theme', 'mode']} onSelect={run(() => setTheme(theme))} />
              ))}
              <Item value="Copy the team’s id" keywords={['clipboard']} onSelect={run(() => copy(teamId))} />
            </Group>
          </Command.List>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Copied the team’s id.');
  } catch {
    toast.error('This browser did not let the id be copied.');
  }
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted-foreground"
    >
      {children}
    </Command.Group>
  );
}

interface ItemProps {
  value: string;
  label?: string;
  keywords: string[];
  onSelect(): void;
}

function Item({ value, label = value, keywords, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={value}
      keywords={keywords}
      onSelect={onSelect}
      className="cursor-default truncate rounded-sm px-2.5 py-2 text-sm select-none aria-selected:bg-muted"
    >
      {label}
    </Command.Item>
  );
}
