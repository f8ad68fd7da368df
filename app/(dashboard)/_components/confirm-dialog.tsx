'use client';

import { type ReactNode, useActionState, useState } from 'react';
import { FormMessage } from '../../_components/form-message';
import { type FormState, untouched } from '../../_components/form-state';
import { SubmitButton } from '../../_components/submit-button';
import { toast } from '../../_components/toast';
import { Button } from '../../_components/ui/button';
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogTitle,
} from '../../_components/ui/dialog';

interface ConfirmDialogProps {
  /** On the button that opens it. */
  label: string;
  /** Names the button where several of them stand on a page. */
  accessibleLabel?: string;
  title: string;
  description: ReactNode;
  /** On the button that does it. */
  confirm: string;
  /** On the button that leaves everything as it is; a dialog about a cancellation needs another word. */
  dismiss?: string;
  variant?: 'primary' | 'danger';
  size?: 'sm' | 'md';
  action: (before: FormState, form: FormData) => Promise<FormState>;
  /** Sent along, unseen. */
  values: Record<string, string>;
  children?: ReactNode;
}

/** Asks once more before it does something; where that fails it says why, and stays. */
export function ConfirmDialog({ children, ...props }: ConfirmDialogProps) {
  const { label, accessibleLabel, title, description, confirm, variant = 'danger', size = 'sm', values } = props;
  const { dismiss = 'Cancel' } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [state, submit] = useActionState(async (before: FormState, form: FormData) => {
    const after = await props.action(before, form);
    if (after.done !== null) {
      setIsOpen(false);
      toast.success(after.done);
    }
    return after;
  }, untouched);
  return (
    <>
      <Button size={size} aria-label={accessibleLabel} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogContent>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
          <form action={submit} className="grid gap-4">
            {Object.entries(values).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {children}
            <FormMessage state={{ ...state, done: null }} />
            <DialogFooter>
              <DialogClose asChild>
                <Button type="button">{dismiss}</Button>
              </DialogClose>
              <SubmitButton variant={variant}>{confirm}</SubmitButton>
            </DialogFooter>
          </form>
        </DialogContent>
      </Dialog>
    </>
  );
}
