'use client';

import { SubmitButton } from '../../_components/submit-button';
import { Button } from '../../_components/ui/button';
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from '../../_components/ui/dialog';
import { signOut } from '../actions';

export function LeaveDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent>
        <DialogTitle>Leave the demo?</DialogTitle>
        <DialogDescription>
          This browser forgets the team, and there is no way back to it. Its payments and credits stay in the database.
          The next demo starts with a fresh team.
        </DialogDescription>
        <DialogFooter>
          <DialogClose asChild>
            <Button>Stay</Button>
          </DialogClose>
          <form action={signOut}>
            <SubmitButton variant="danger">Leave the demo</SubmitButton>
          </form>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
