'use client';

import { ChevronDown, LogOut, Settings, Wrench } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Button } from '../../_components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../_components/ui/dropdown-menu';
import { LeaveDialog } from './leave-dialog';

export function TeamMenu({ teamName, isOperator }: { teamName: string; isOperator: boolean }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <DropdownMenu modal={false}>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="sm" className="min-w-0 shrink">
            <span className="max-w-36 truncate sm:max-w-56">{teamName}</span>
            <ChevronDown aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuLabel>A demo team of your own, in this browser</DropdownMenuLabel>
          <DropdownMenuSeparator />
          <DropdownMenuItem asChild>
            <Link href="/settings">
              <Settings aria-hidden="true" /> Settings
            </Link>
          </DropdownMenuItem>
          {isOperator ? (
            <DropdownMenuItem asChild>
              <Link href="/admin">
                <Wrench aria-hidden="true" /> Operations
              </Link>
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem onSelect={() => setLeaving(true)}>
            <LogOut aria-hidden="true" /> Leave the demo
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <LeaveDialog open={leaving} onOpenChange={setLeaving} />
    </>
  );
}
