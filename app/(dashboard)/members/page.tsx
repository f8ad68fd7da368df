import type { Metadata } from 'next';
import Link from 'next/link';
import { can } from '@/lib/auth';
import { listMembers, listOpenInvitations } from '@/lib/teams';
import { PageHeader } from '../../_components/page-header';
import { Card, CardHeader, CardTitle } from '../../_components/ui/card';
import { requirePermission } from '../../_session';
import { InvitationsTable } from './_components/invitations-table';
import { InviteForm } from './_components/invite-form';
import { MembersTable } from './_components/members-table';

export const metadata: Metadata = { title: 'Members' };

export default async function MembersPage() {
  const { teamId, userId, role, isAnonymous } = await requirePermission('team.view');
  const mayManage = can(role, 'members.manage');
  const [members, invitations] = await Promise.all([
    listMembers(teamId),
    mayManage ? listOpenInvitations(teamId) : Promise.resolve([]),
  ]);
  return (
    <>
      <PageHeader title="Members" description="Who works in this team, and what each may do." />
      <div className={mayManage ? 'grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]' : ''}>
        <div className="grid grid-cols-1 gap-6">
          <Card aria-label="Members">
            <MembersTable members={members} ownUserId={userId} mayManage={mayManage} />
          </Card>
          {invitations.length > 0 ? (
            <Card aria-labelledby="invitations">
              <CardHeader>
                <CardTitle id="invitations">Open invitations</CardTitle>
              </CardHeader>
              <InvitationsTable invitations={invitations} />
            </Card>
          ) : null}
        </div>
        {mayManage ? (
          <Card aria-labelledby="invite">
            <CardHeader>
              <CardTitle id="invite">Invite somebody</CardTitle>
            </CardHeader>
            {isAnonymous ? (
              <p className="border-t px-5 py-4 text-sm text-muted-foreground">
                A demo has no account.{' '}
                <Link href="/sign-up" className="text-accent-foreground underline underline-offset-4">
                  Sign up
                </Link>
                , and this team becomes yours; then you can invite others.
              </p>
            ) : (
              <InviteForm />
            )}
          </Card>
        ) : null}
      </div>
    </>
  );
}
