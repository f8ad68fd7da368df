import { redirect } from 'next/navigation';
import { openPortal } from '@/lib/billing';
import { idOf } from '../../../_id';
import { ownPath } from '../../../_own-path';
import { requirePermission } from '../../../_session';
import { problemOf } from '../_problems';
import { billingUrl } from '../_search';

/**
 * Sends whoever manages the team's billing to the page of the provider that it has, or of the one that a `subscription` of
 * it is with. The team is the session's: nothing in the address says for whom.
 */
export async function GET(request: Request): Promise<Response> {
  const { teamId, userId } = await requirePermission('billing.manage');
  const subscriptionId = idOf(new URL(request.url).searchParams.get('subscription'));
  const target = await openPortal({ teamId, userId }, subscriptionId).then(
    ({ url }) => ownPath(url),
    (error: unknown) => billingUrl('/billing', { problem: problemOf(error) }),
  );
  redirect(target);
}
