import Link from 'next/link';
import { Button } from '../../../_components/ui/button';
import { SettingsSection } from './settings-section';

/** For somebody who tries things out: there is no account yet that could be set. */
export function NoAccount() {
  return (
    <SettingsSection
      title="You have no account yet"
      description="This is a demo. Sign up in this browser, and its team becomes yours, with everything in it."
    >
      <Button asChild variant="primary">
        <Link href="/sign-up">Sign up</Link>
      </Button>
    </SettingsSection>
  );
}
