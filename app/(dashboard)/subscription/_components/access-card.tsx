import type { AccessSpan } from '@/lib/billing';
import { Button } from '../../../_components/ui/button';
import { Card, CardHeader, CardTitle } from '../../../_components/ui/card';
import { Input } from '../../../_components/ui/input';
import { AccessSpans } from './access-spans';
import type { PlanNames } from './transition-text';

interface AccessCardProps {
  /** `2026-09-20` */
  day: string;
  /** Null for what is no day. */
  spans: AccessSpan[] | null;
  subscriptionId: string | null;
  names: PlanNames;
}

/** "Why was access active on this day?", answered from what was recorded. */
export function AccessCard({ day, spans, subscriptionId, names }: AccessCardProps) {
  return (
    <Card aria-labelledby="access-title" id="access" className="scroll-mt-20">
      <CardHeader>
        <CardTitle id="access-title">Why was access active on this day?</CardTitle>
      </CardHeader>
      <form action="/subscription#access" className="flex flex-wrap items-end gap-2 px-5">
        {subscriptionId ? <input type="hidden" name="subscription" value={subscriptionId} /> : null}
        <div className="w-44">
          <label htmlFor="access-day" className="mb-1.5 block text-xs text-muted-foreground">
            Day, UTC
          </label>
          <Input
            key={day}
            id="access-day"
            type="date"
            name="day"
            required
            defaultValue={spans ? day : ''}
            aria-invalid={spans === null}
            aria-describedby={spans === null ? 'access-error' : undefined}
          />
        </div>
        <Button type="submit">Explain</Button>
      </form>
      {spans === null ? (
        <p id="access-error" role="alert" className="px-5 pt-3 pb-5 text-[0.8125rem] text-danger">
          That is no day. Choose one, as in 2026-09-20.
        </p>
      ) : (
        <AccessSpans spans={spans} names={names} />
      )}
    </Card>
  );
}
