'use client';

import { CircleUser, LogOut, Wrench } from 'lucide-react';
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

/** Who looks at the pages. */
export interface Visitor {
  name: string;
  /** Null for somebody without an account. */
  email: string | null;
  isAnonymous: boolean;
  isOperator: boolean;
}

export function UserMenu({ visitor: { name, email, isAnonymous, isOperator } }: { visitor: Visitor }) {
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <DropdownMenu modal={false}>
        <DropdownMenuTrigger asChild>
          <Button variant="ghost" size="icon" aria-label="Account">
            <CircleUser aria-hidden="true" />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent className="max-w-72">
          <DropdownMenuLabel className="truncate">
            {isAnonymous ? 'A visitor, without an account' : name}
          </DropdownMenuLabel>
          {email ? <p className="truncate px-2.5 pb-1 text-xs text-muted-foreground">{email}</p> : null}
          <DropdownMenuSeparator />
          {isOperator ? (
            <DropdownMenuItem asChild>
              <Link href="/admin">
                <Wrench aria-hidden="true" /> Operations
              </Link>
            </DropdownMenuItem>
          ) : null}
          {isAnonymous ? (
            <DropdownMenuItem onSelect={() => setLeaving(true)}>
              <LogOut aria-hidden="true" /> Leave the demo
            </DropdownMenuItem>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      <LeaveDialog open={leaving} onOpenChange={setLeaving} />
    </>
  );
}
