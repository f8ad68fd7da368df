import { listSessions } from '@/lib/auth';
import { RelativeTime } from '../../../_components/relative-time';
import { SubmitButton } from '../../../_components/submit-button';
import { Badge } from '../../../_components/ui/badge';
import { signOutElsewhere, signOutThere } from './actions';
import { browserName } from './browser-name';

/** Where the user is signed in, and a way to end it. */
export async function OpenSessions({ userId, sessionId }: { userId: string; sessionId: string }) {
  const sessions = await listSessions(userId);
  return (
    <div className="grid gap-4">
      <ul className="divide-y">
        {sessions.map(({ id, userAgent, ipAddress, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
            <div className="min-w-0 text-sm">
              <p className="font-medium">{browserName(userAgent)}</p>
              <p className="text-muted-foreground">
                {ipAddress ? `${ipAddress} · ` : null}signed in <RelativeTime at={createdAt} />
              </p>
            </div>
            {id === sessionId ? (
              <Badge tone="success">This browser</Badge>
            ) : (
              <form action={signOutThere}>
                <SubmitButton size="sm" name="sessionId" value={id} aria-label={`Sign out ${browserName(userAgent)}`}>
                  Sign out
                </SubmitButton>
              </form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <form action={signOutElsewhere}>
          <SubmitButton variant="danger">Sign out everywhere else</SubmitButton>
        </form>
      ) : null}
    </div>
  );
}
