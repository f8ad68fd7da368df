import type { OpenInvitation } from '@/lib/teams';
import { RelativeTime } from '../../../_components/relative-time';
import { roleWords } from '../../../_components/role-words';
import { Badge } from '../../../_components/ui/badge';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../../_components/ui/table';
import { ConfirmDialog } from '../../_components/confirm-dialog';
import { withdrawAction } from '../actions';

export function InvitationsTable({ invitations }: { invitations: readonly OpenInvitation[] }) {
  return (
    <WideTable caption="Invitations that nobody has answered, the newest first">
      <TableHeader>
        <TableRow>
          <TableHead>E-mail</TableHead>
          <TableHead>Role</TableHead>
          <TableHead className="hidden sm:table-cell">Expires</TableHead>
          <TableHead>
            <span className="sr-only">Withdraw</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {invitations.map(({ id, email, role, inviterName, expiresAt }) => (
          <TableRow key={id}>
            <TableCell className="min-w-32 sm:min-w-44">
              <span className="block font-medium break-all">{email}</span>
              <span className="block text-xs text-muted-foreground">invited by {inviterName}</span>
            </TableCell>
            <TableCell>
              <Badge>{roleWords[role].label}</Badge>
            </TableCell>
            <TableCell className="hidden whitespace-nowrap text-muted-foreground sm:table-cell">
              <RelativeTime at={expiresAt} />
            </TableCell>
            <TableCell className="text-right">
              <ConfirmDialog
                label="Withdraw"
                accessibleLabel={`Withdraw the invitation of ${email}`}
                title="Withdraw this invitation?"
                description={`The link that was mailed to ${email} stops working.`}
                confirm="Withdraw"
                action={withdrawAction}
                values={{ invitationId: id }}
              />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </WideTable>
  );
}
