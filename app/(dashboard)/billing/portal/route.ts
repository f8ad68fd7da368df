import { redirect } from 'next/navigation';
import { openPortal } from '@/lib/billing';
import { ownPath } from '../../../_own-path';
import { requirePermission } from '../../../_session';
import { problemOf } from '../_problems';
import { billingUrl } from '../_search';

/**
 * Sends whoever manages the team's billing to the page of the provider that it has. The team is the session's: nothing in
 * the address says for whom.
 */
export async function GET(): Promise<Response> {
  const { teamId, userId } = await requirePermission('billing.manage');
  const target = await openPortal({ teamId, userId }).then(
    ({ url }) => ownPath(url),
    (error: unknown) => billingUrl('/billing', { problem: problemOf(error) }),
  );
  redirect(target);
}
