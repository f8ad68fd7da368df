import type { OperationStory } from '@/lib/billing/operator';
import { Input } from '../../../../_components/ui/input';
import { Field } from '../../../_components/field';
import { ReasonDialog } from '../../../_components/reason-dialog';
import { decideChargeAction, noteRefundAction, restartClockAction } from '../../actions';

/** What a person can do about a charge as it stands, and about its clock. */
export function OperationDeeds({ story: { operation, clock } }: { story: OperationStory }) {
  const { id: operationId, state, subscriptionId, refundDueAt, refundedAt } = operation;
  return (
    <span className="flex flex-wrap gap-2">
      {state === 'unclear' ? (
        <>
          <ReasonDialog
            label="It was paid"
            title="The provider holds a payment of it?"
            description="The cycle counts as paid with that payment. Look at the provider’s own list first."
            action={decideChargeAction}
            values={{ operationId, found: 'charged' }}
            variant="primary"
          >
            <Field label="Payment" hint="The provider’s id of it">
              <Input name="providerPaymentId" required maxLength={200} className="font-mono" />
            </Field>
          </ReasonDialog>
          <ReasonDialog
            label="It was not paid"
            title="The provider holds no payment of it?"
            description="It is sent anew, under a new key. Were there a payment after all, the customer would pay twice."
            action={decideChargeAction}
            values={{ operationId, found: 'not_charged' }}
            variant="danger"
          />
        </>
      ) : null}
      {refundDueAt && !refundedAt ? (
        <ReasonDialog
          label="It was given back"
          title="The refund was made?"
          description="Make it with the provider first. Its own webhook takes the credits back; this closes the case."
          action={noteRefundAction}
          values={{ operationId }}
          variant="primary"
        />
      ) : null}
      {clock?.state === 'halted' ? (
        <ReasonDialog
          label="Restart the clock"
          title="Let the clock run again?"
          description="It goes on with the cycle at which it halted; what is overdue follows the setting for missed cycles."
          action={restartClockAction}
          values={{ subscriptionId }}
        />
      ) : null}
    </span>
  );
}
