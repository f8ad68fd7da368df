'use client';

import { Search } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Button } from '../../_components/ui/button';
import type { Place } from './places';
import type { TeamOption } from './team-menu';

const CommandPalette = dynamic(() => import('./command-palette').then((palette) => palette.CommandPalette), {
  ssr: false,
});

interface CommandMenuProps {
  places: Place[];
  teamId: string;
  teams: TeamOption[];
}

/** Opens the palette, by its button or with Ctrl K. The palette is loaded when it is first asked for. */
export function CommandMenu(props: CommandMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const keys = useSyncExternalStore(never, keysHere, () => 'Ctrl K');

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setWanted(true);
      setOpen((open) => !open);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const open = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="px-2 xl:border xl:border-input xl:pr-1.5"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <Search aria-hidden="true" />
        <span className="max-xl:sr-only">
          Search<span className="sr-only"> pages and commands</span>
        </span>
        <span aria-hidden="true" className="hidden rounded-sm bg-muted px-1.5 py-0.5 text-xs xl:inline">
          {keys}
        </span>
      </Button>
      {isWanted ? <CommandPalette {...props} isOpen={isOpen} onOpenChange={setOpen} /> : null}
    </>
  );
}

/** A keyboard does not change while one looks. */
function never(): () => void {
  return () => {};
}

function keysHere(): string {
  return /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
}
