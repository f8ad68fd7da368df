import type { Metadata } from 'next';
import { can } from '@/lib/auth';
import { listMembers } from '@/lib/teams';
import { PageHeader } from '../../../_components/page-header';
import { Card, CardHeader, CardTitle } from '../../../_components/ui/card';
import { requirePermission } from '../../../_session';
import { BeforeLeaving } from './_components/before-leaving';
import { DeleteTeam, LeaveTeam } from './_components/end-forms';
import { RenameForm } from './_components/rename-form';
import { TransferForm } from './_components/transfer-form';

export const metadata: Metadata = { title: 'Team' };

export default async function TeamSettingsPage() {
  const { teamId, userId, teamName, role, isAnonymous } = await requirePermission('team.view');
  const mayManage = can(role, 'team.manage');
  const others = mayManage ? (await listMembers(teamId)).filter((member) => member.userId !== userId) : [];
  const isSoleOwner = role === 'owner' && !others.some((other) => other.role === 'owner');
  return (
    <>
      <PageHeader title="Team" description={`What ${teamName} is called, whose it is, and how it ends.`} />
      <div className="grid max-w-2xl gap-6">
        {mayManage ? <Section title="Name" content={<RenameForm teamName={teamName} />} /> : null}
        {others.length > 0 ? (
          <Section
            title="Hand over"
            description="Another member becomes the owner, and you become a member."
            content={<TransferForm members={others.map(({ name, email, userId: id }) => ({ id, name, email }))} />}
          />
        ) : null}
        {isAnonymous ? null : isSoleOwner ? (
          <Section
            title="Leave"
            description="You are this team’s only owner, and a team needs one: you cannot leave it yet."
            content={<BeforeLeaving hasOthers={others.length > 0} />}
          />
        ) : (
          <Section
            title="Leave"
            description="You cannot open this team any more until somebody invites you again."
            content={<LeaveTeam teamId={teamId} teamName={teamName} />}
          />
        )}
        {mayManage && !isAnonymous ? (
          <Section
            title="Delete"
            description="Its subscription is canceled at once, and nobody can open the team again. Credits that are left are lost; payments stay on record."
            content={<DeleteTeam teamName={teamName} />}
          />
        ) : null}
      </div>
    </>
  );
}

interface SectionProps {
  title: string;
  description?: string;
  content: React.ReactNode;
}

function Section({ title, description, content }: SectionProps) {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return (
    <Card aria-labelledby={id}>
      <CardHeader>
        <div>
          <CardTitle id={id} className="scroll-mt-20">
            {title}
          </CardTitle>
          {description ? <p className="mt-1 text-sm text-muted-foreground">{description}</p> : null}
        </div>
      </CardHeader>
      <div className="border-t px-5 py-4">{content}</div>
    </Card>
  );
}
