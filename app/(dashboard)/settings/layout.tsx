import type { ReactNode } from 'react';
import { requireSession } from '../../_session';
import { SettingsTabs } from './_components/settings-tabs';

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  await requireSession();
  return (
    <>
      <SettingsTabs />
      {children}
    </>
  );
}
