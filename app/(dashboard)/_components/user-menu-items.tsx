'use client';

import { LogOut, Settings, UserPlus, Wrench } from 'lucide-react';
import Link from 'next/link';
import { type ReactElement, useState, useTransition } from 'react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../_components/ui/dropdown-menu';
import { signOut } from '../actions';
import { LeaveDialog } from './leave-dialog';
import type { Visitor } from './user-menu';

export default function UserMenuItems({ visitor, button }: { visitor: Visitor; button: ReactElement }) {
  const [leaving, setLeaving] = useState(false);
  const [, start] = useTransition();
  const { name, email, isAnonymous, isOperator } = visitor;
  return (
    <>
      <DropdownMenu modal={false} defaultOpen>
        <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
        <DropdownMenuContent className="max-w-72">
          <DropdownMenuLabel className="truncate">
            {isAnonymous ? 'A visitor without an account' : name}
          </DropdownMenuLabel>
          {email === null ? null : <p className="truncate px-2.5 pb-1 text-xs text-muted-foreground">{email}</p>}
          <DropdownMenuSeparator />
          {isAnonymous ? (
            <DropdownMenuItem asChild>
              <Link href="/sign-up">
                <UserPlus aria-hidden="true" /> Sign up and keep the team
              </Link>
            </DropdownMenuItem>
          ) : (
            <DropdownMenuItem asChild>
              <Link href="/settings/account">
                <Settings aria-hidden="true" /> Account settings
              </Link>
            </DropdownMenuItem>
          )}
          {isOperator ? (
            <DropdownMenuItem asChild>
              <Link href="/admin">
                <Wrench aria-hidden="true" /> Operations
              </Link>
            </DropdownMenuItem>
          ) : null}
          <DropdownMenuItem onSelect={() => (isAnonymous ? setLeaving(true) : start(() => signOut()))}>
            <LogOut aria-hidden="true" /> {isAnonymous ? 'Leave the demo' : 'Sign out'}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <LeaveDialog open={leaving} onOpenChange={setLeaving} />
    </>
  );
}
