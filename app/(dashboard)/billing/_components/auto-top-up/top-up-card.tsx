import type { TopUpView } from '@/lib/billing/top-ups';
import { RelativeTime } from '../../../../_components/relative-time';
import { Badge } from '../../../../_components/ui/badge';
import { Card, CardHeader, CardTitle } from '../../../../_components/ui/card';
import { TopUpForm } from './top-up-form';
import { chargeStates, obstacleOf, standings } from './words';

/** Buying a pack by itself when credits run low: how it stands, what was bought, and the choice. */
export function TopUpCard({ topUps }: { topUps: TopUpView }) {
  const { standing, settings, boughtThisMonth, charges } = topUps;
  const { label, tone, text } = standings[standing];
  return (
    <Card aria-labelledby="top-up" className="min-w-0">
      <CardHeader>
        <div className="min-w-0 flex-1">
          <CardTitle id="top-up">Automatic top-up</CardTitle>
          <p className="mt-1 text-sm text-muted-foreground">
            Buys a pack with the saved card when your credits run low.
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </CardHeader>
      {settings.isEnabled && settings.pausedReason !== null ? (
        <p className="mx-5 mb-4 rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
          The last try failed ({settings.pausedReason.replaceAll('_', ' ')}). Nothing is bought until you have seen to
          the card and saved again.
        </p>
      ) : null}
      {text ? <p className="px-5 pb-4 text-sm">{text}</p> : null}
      <TopUpForm topUps={topUps} obstacle={obstacleOf(topUps.card)} />
      {charges.length > 0 ? (
        <div className="border-t px-5 py-4">
          <h3 className="text-xs font-medium text-muted-foreground">
            {boughtThisMonth} of {settings.monthlyLimit} this month
          </h3>
          <ul className="mt-2 grid gap-2 text-sm">
            {charges.map(({ id, at, state, errorCode }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <RelativeTime at={at} className="text-muted-foreground" />
                <span className="flex items-center gap-2">
                  {errorCode ? (
                    <span className="text-xs text-muted-foreground">{errorCode.replaceAll('_', ' ')}</span>
                  ) : null}
                  <Badge tone={chargeStates[state].tone}>{chargeStates[state].label}</Badge>
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </Card>
  );
}
