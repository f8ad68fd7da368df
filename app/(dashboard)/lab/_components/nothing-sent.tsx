import { FlaskConical } from 'lucide-react';
import { EmptyState } from '../../../_components/empty-state';
import { Button } from '../../../_components/ui/button';
import { labFormId } from './ids';

interface NothingSentProps {
  /** The action that shows the most, and what its button says. */
  action: string;
  label: string;
}

export function NothingSent({ action, label }: NothingSentProps) {
  return (
    <EmptyState
      icon={FlaskConical}
      title="Nothing sent yet"
      action={
        <Button type="submit" form={labFormId} name="action" value={action} variant="primary">
          {label}
        </Button>
      }
    >
      Here you will see how the endpoint answered each delivery, and what moved because of it.
    </EmptyState>
  );
}
