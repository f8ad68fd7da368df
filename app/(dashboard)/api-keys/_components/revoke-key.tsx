'use client';

import { useState } from 'react';
import { SubmitButton } from '../../../_components/submit-button';
import { Button } from '../../../_components/ui/button';
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from '../../../_components/ui/dialog';
import { revokeKey } from '../actions';

/** Asks once more, since a server that still uses the key stops working. */
export function RevokeKey({ id, name }: { id: string; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setIsOpen(true)} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogContent>
          <DialogTitle>Revoke “{name}”?</DialogTitle>
          <DialogDescription>
            Whatever still uses it is refused from now on. A revoked key does not come back.
          </DialogDescription>
          <form
            action={async (form) => {
              await revokeKey(form);
              setIsOpen(false);
            }}
          >
            <input type="hidden" name="keyId" value={id} />
            <DialogFooter>
              <DialogClose asChild>
                <Button type="button">Cancel</Button>
              </DialogClose>
              <SubmitButton variant="danger">Revoke key</SubmitButton>
            </DialogFooter>
          </form>
        </DialogContent>
      </Dialog>
    </>
  );
}
