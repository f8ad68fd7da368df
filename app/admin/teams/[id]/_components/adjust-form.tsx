'use client';

import { SubmitButton } from '../../../../_components/submit-button';
import { Input } from '../../../../_components/ui/input';
import { Textarea } from '../../../../_components/ui/textarea';
import { Field } from '../../../_components/field';
import { OperatorForm } from '../../../_components/operator-form';
import { Section } from '../../../_components/section';
import { adjustCreditsAction } from '../../../actions';

/** Grants or takes credits by hand. The key is the page's: sent twice, it moves them once. */
export function AdjustForm({ teamId, idempotencyKey }: { teamId: string; idempotencyKey: string }) {
  return (
    <Section title="Grant or take credits">
      <OperatorForm action={adjustCreditsAction} values={{ teamId, idempotencyKey }} className="gap-4 px-5 pb-5">
        <Field label="Credits">
          <Input name="credits" type="number" inputMode="numeric" min={1} step={1} required />
        </Field>
        <Field label="Reason" hint="The team sees it in its history.">
          <Textarea name="reason" required minLength={3} maxLength={500} />
        </Field>
        <label className="flex items-start gap-2 text-sm">
          <input type="checkbox" name="mayGoBelowZero" className="mt-0.5 size-4 shrink-0 accent-primary" />
          <span>
            Taking may go below zero
            <span className="block text-xs text-muted-foreground">
              Otherwise it takes what is available, or nothing.
            </span>
          </span>
        </label>
        <div className="flex gap-2">
          <SubmitButton variant="primary" name="direction" value="grant">
            Grant
          </SubmitButton>
          <SubmitButton variant="danger" name="direction" value="take">
            Take
          </SubmitButton>
        </div>
      </OperatorForm>
    </Section>
  );
}
