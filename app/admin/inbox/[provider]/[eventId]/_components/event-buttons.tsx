import { RotateCw, UserRoundCheck, X } from 'lucide-react';
import type { EventStory } from '@/lib/billing/operator';
import { SubmitButton } from '../../../../../_components/submit-button';
import { Input } from '../../../../../_components/ui/input';
import { Field } from '../../../../_components/field';
import { OperatorForm } from '../../../../_components/operator-form';
import { ReasonDialog } from '../../../../_components/reason-dialog';
import { assignAction, dismissAction, replayAction } from '../../../../actions';

/** What an operator can do to an event. What is settled can be replayed too: it answers duplicate. */
export function EventButtons({ story }: { story: EventStory }) {
  const values = { provider: story.provider, eventId: story.eventId };
  return (
    <div className="flex flex-wrap gap-2">
      {story.isSettled ? null : (
        <>
          <ReasonDialog
            variant="danger"
            label="Dismiss"
            icon={<X aria-hidden="true" />}
            title="Dismiss this event?"
            description="It is never applied then, not even when it is delivered again. What was paid for with it is not granted."
            action={dismissAction}
            values={values}
          />
          <ReasonDialog
            label="Assign a team"
            icon={<UserRoundCheck aria-hidden="true" />}
            title="Whose is it?"
            description="The event is replayed for this team, and its customer is the team’s from now on unless the customer is known already."
            action={assignAction}
            values={values}
          >
            <Field label="Team id" hint="Copy it from the team’s page.">
              <Input
                name="teamId"
                required
                maxLength={200}
                defaultValue={story.claimedTeams[0]?.teamId}
                placeholder="team_…"
                autoComplete="off"
              />
            </Field>
          </ReasonDialog>
        </>
      )}
      {story.retrySafe || story.isSettled ? (
        <OperatorForm action={replayAction} values={values}>
          <SubmitButton variant={story.isSettled ? 'outline' : 'primary'}>
            <RotateCw aria-hidden="true" /> Replay
          </SubmitButton>
        </OperatorForm>
      ) : null}
    </div>
  );
}
