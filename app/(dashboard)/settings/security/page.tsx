import type { Metadata } from 'next';
import { getSignInMethods, type SignInMethods } from '@/lib/auth';
import { PageHeader } from '../../../_components/page-header';
import { requireSession } from '../../../_session';
import { NoAccount } from '../_components/no-account';
import { SettingsSection } from '../_components/settings-section';
import { OpenSessions } from './open-sessions';
import { PasswordForm, PasswordLinkForm } from './password-forms';
import { SecondFactorOff, SecondFactorOn } from './second-factor';

export const metadata: Metadata = { title: 'Security' };

export default async function SecurityPage() {
  const { userId, sessionId, isAnonymous } = await requireSession();
  const methods = await getSignInMethods(userId);
  return (
    <>
      <PageHeader title="Security" description="How you sign in, and where you are signed in." />
      <div className="grid max-w-2xl gap-6">
        {isAnonymous ? (
          <NoAccount />
        ) : (
          <>
            <SettingsSection title="Password" description={describePassword(methods)}>
              {methods.hasPassword ? <PasswordForm /> : <PasswordLinkForm />}
            </SettingsSection>
            <SecondFactorSection methods={methods} />
            <SettingsSection title="Where you are signed in" description="A session ends after thirty days.">
              <OpenSessions userId={userId} sessionId={sessionId} />
            </SettingsSection>
          </>
        )}
      </div>
    </>
  );
}

const siteNames: Record<string, string> = { google: 'Google', github: 'GitHub' };

function describePassword({ hasPassword, sites }: SignInMethods): string {
  if (hasPassword) return 'Changing it signs all other browsers out.';
  const names = sites.map((site) => siteNames[site] ?? site);
  return names.length > 0 ? `You sign in with ${names.join(' and ')}, without a password.` : 'You have none yet.';
}

function SecondFactorSection({ methods: { hasPassword, hasSecondFactor } }: { methods: SignInMethods }) {
  if (!hasPassword)
    return <SettingsSection title="Second factor" description="It is asked for after a password: choose one first." />;
  return (
    <SettingsSection
      title="Second factor"
      description={
        hasSecondFactor
          ? 'On: your password is not enough to sign in, and neither is a link in a mail.'
          : 'Off. With it, signing in also needs a code of an authenticator app.'
      }
    >
      {hasSecondFactor ? <SecondFactorOn /> : <SecondFactorOff />}
    </SettingsSection>
  );
}
