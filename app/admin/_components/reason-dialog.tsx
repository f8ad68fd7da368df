'use client';

import { type ReactNode, useCallback, useState } from 'react';
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
import { Textarea } from '../../_components/ui/textarea';
import { Field } from './field';
import { OperatorForm } from './operator-form';
import type { OperatorState } from './operator-state';

interface ReasonDialogProps {
  /** On the button that opens it, and on the one that does it. */
  label: string;
  icon?: ReactNode;
  title: string;
  description: string;
  action: (before: OperatorState, form: FormData) => Promise<OperatorState>;
  values: Record<string, string>;
  variant?: 'primary' | 'outline' | 'danger';
  isReasonRequired?: boolean;
  /** Further fields, above the reason. */
  children?: ReactNode;
}

/** Asks why before it does something, since the reason is kept with it. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { label, icon, title, description, action, values, variant = 'outline', isReasonRequired = true } = props;
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  return (
    <>
      <Button variant={variant} onClick={() => setIsOpen(true)}>
        {icon}
        {label}
      </Button>
      <Dialog open={isOpen} onOpenChange={setIsOpen}>
        <DialogContent>
          <DialogTitle>{title}</DialogTitle>
          <DialogDescription>{description}</DialogDescription>
          <OperatorForm action={action} values={values} onDone={close}>
            {props.children}
            <Field label={isReasonRequired ? 'Reason' : 'Reason (if there is one)'}>
              <Textarea
                name="reason"
                required={isReasonRequired}
                minLength={isReasonRequired ? 3 : undefined}
                maxLength={500}
                placeholder="Kept in the audit log, with your name"
              />
            </Field>
            <DialogFooter>
              <DialogClose asChild>
                <Button type="button">Cancel</Button>
              </DialogClose>
              <SubmitButton variant={variant === 'danger' ? 'danger' : 'primary'}>{label}</SubmitButton>
            </DialogFooter>
          </OperatorForm>
        </DialogContent>
      </Dialog>
    </>
  );
}
