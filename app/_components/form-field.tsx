import { type ComponentProps, useId } from 'react';
import { Input } from './ui/input';

interface FormFieldProps extends Omit<ComponentProps<typeof Input>, 'defaultValue'> {
  label: string;
  name: string;
  hint?: string;
  /** What was typed before, by the name of the field. */
  typed?: Record<string, string>;
}

/** A named input that shows what was typed into it, also after its form has failed. */
export function FormField({ label, name, hint, typed = {}, ...input }: FormFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5 text-sm">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <Input
        id={id}
        name={name}
        key={typed[name] ?? ''}
        defaultValue={typed[name]}
        aria-describedby={hint ? `${id}-hint` : undefined}
        {...input}
      />
      {hint ? (
        <p id={`${id}-hint`} className="text-xs text-muted-foreground">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
