import type { SubscriptionAction } from '@/lib/billing/lab';
import { SubmitButton } from '../../../../_components/submit-button';

interface PortalButtonProps {
  action: SubscriptionAction;
  /** What means nothing for the subscription as it stands is not shown. */
  possible: boolean;
  label: string;
  primary?: boolean;
  danger?: boolean;
}

export function PortalButton({ action, possible, label, primary = false, danger = false }: PortalButtonProps) {
  if (!possible) return null;
  return (
    <SubmitButton name="action" value={action} variant={danger ? 'danger' : primary ? 'primary' : 'outline'}>
      {label}
    </SubmitButton>
  );
}
