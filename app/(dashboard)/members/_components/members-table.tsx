import type { MemberView } from '@/lib/teams';
import { RelativeTime } from '../../../_components/relative-time';
import { RoleFields } from '../../../_components/role-fields';
import { roleWords } from '../../../_components/role-words';
import { Badge } from '../../../_components/ui/badge';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../../_components/ui/table';
import { ConfirmDialog } from '../../_components/confirm-dialog';
import { changeRoleAction, removeAction } from '../actions';

interface MembersTableProps {
  members: readonly MemberView[];
  ownUserId: string;
  mayManage: boolean;
}

export function MembersTable({ members, ownUserId, mayManage }: MembersTableProps) {
  return (
    <WideTable caption="The team’s members, the first to join first">
      <TableHeader>
        <TableRow>
          <TableHead>Name</TableHead>
          <TableHead>Role</TableHead>
          <TableHead className="hidden sm:table-cell">Joined</TableHead>
          {mayManage ? (
            <TableHead>
              <span className="sr-only">Actions</span>
            </TableHead>
          ) : null}
        </TableRow>
      </TableHeader>
      <TableBody>
        {members.map((member) => (
          <TableRow key={member.userId}>
            <TableCell className="min-w-32 sm:min-w-44">
              <span className="block font-medium">
                {member.name}
                {member.userId === ownUserId ? <span className="font-normal text-muted-foreground"> (you)</span> : null}
              </span>
              <span className="block text-xs break-all text-muted-foreground">{member.email ?? 'No account'}</span>
            </TableCell>
            <TableCell>
              <Badge tone={member.role === 'owner' ? 'accent' : 'neutral'}>{roleWords[member.role].label}</Badge>
            </TableCell>
            <TableCell className="hidden whitespace-nowrap text-muted-foreground sm:table-cell">
              <RelativeTime at={member.joinedAt} />
            </TableCell>
            {mayManage ? (
              <TableCell className="text-right whitespace-nowrap">
                {member.userId === ownUserId ? null : <MemberActions member={member} />}
              </TableCell>
            ) : null}
          </TableRow>
        ))}
      </TableBody>
    </WideTable>
  );
}

function MemberActions({ member: { userId, name, role } }: { member: MemberView }) {
  return (
    <div className="flex justify-end gap-2">
      <ConfirmDialog
        label="Role"
        accessibleLabel={`Change the role of ${name}`}
        title={`Role of ${name}`}
        description="It holds from the next click that they make."
        confirm="Change role"
        variant="primary"
        action={changeRoleAction}
        values={{ userId }}
      >
        <RoleFields chosen={role} />
      </ConfirmDialog>
      <ConfirmDialog
        label="Remove"
        accessibleLabel={`Remove ${name}`}
        title={`Remove ${name}?`}
        description="They cannot open this team any more. What they invited others to is withdrawn; keys that they made go on working."
        confirm="Remove"
        action={removeAction}
        values={{ userId }}
      />
    </div>
  );
}
