import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { getSignInMethods } from '@/lib/auth';
import { PageHeader } from '../../../_components/page-header';
import { requireSession } from '../../../_session';
import { NoAccount } from '../_components/no-account';
import { SettingsSection } from '../_components/settings-section';
import { AddressForm, DeleteForm, NameForm } from './account-forms';

export const metadata: Metadata = { title: 'Account' };

export default async function AccountPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { userId, userName, email, isAnonymous } = await requireSession();
  const [{ hasPassword }, { notice }] = await Promise.all([getSignInMethods(userId), searchParams]);
  return (
    <>
      <PageHeader title="Account" description="Who you are, in every team that you are in." />
      <div className="grid max-w-2xl gap-6">
        {isAnonymous ? (
          <NoAccount />
        ) : (
          <>
            <SettingsSection title="Name" description="The other members of your teams see it.">
              <NameForm name={userName} />
            </SettingsSection>
            <SettingsSection
              title="E-mail address"
              description={
                <>
                  You sign in with {email}. {notice === 'changed' ? 'The change is confirmed.' : null}
                </>
              }
            >
              <AddressForm />
            </SettingsSection>
            <SettingsSection
              title="Delete the account"
              description="You are signed out everywhere. A team that only you are in goes too, with the credits that are left, and its subscription is canceled at once. What was paid stays on record."
            >
              <DeleteForm hasPassword={hasPassword} />
            </SettingsSection>
          </>
        )}
      </div>
    </>
  );
}
