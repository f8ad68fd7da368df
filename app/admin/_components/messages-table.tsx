import { Send } from 'lucide-react';
import type { MessageView } from '@/lib/billing/operator';
import { shortId } from '../../_components/copyable-id';
import { RelativeTime } from '../../_components/relative-time';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../_components/ui/table';
import { resendAction } from '../actions';
import { None } from './none';
import { ReasonDialog } from './reason-dialog';
import { MessageBadge } from './state-badge';
import { TeamLink } from './team-link';
import { codeWord } from './words';

/** Messages and how far they got; what is stuck can be sent again. */
export function MessagesTable({ caption, messages }: { caption: string; messages: MessageView[] }) {
  return (
    <WideTable caption={caption}>
      <TableHeader>
        <TableRow>
          <TableHead>Message</TableHead>
          <TableHead>State</TableHead>
          <TableHead>To</TableHead>
          <TableHead className="text-right">Attempts</TableHead>
          <TableHead className="text-right">Written</TableHead>
          <TableHead className="text-right">Sent</TableHead>
          <TableHead>
            <span className="sr-only">What can be done</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {messages.map((message) => (
          <TableRow key={message.id}>
            <TableCell className="max-w-72">
              <span className="block truncate font-medium">{codeWord(message.eventType)}</span>
              <span className="block truncate font-mono text-xs text-muted-foreground" title={message.dedupKey}>
                {shortId(message.dedupKey)}
              </span>
            </TableCell>
            <TableCell>
              <MessageBadge state={message.state} />
              {message.errorCode ? (
                <span className="mt-0.5 block text-xs text-muted-foreground">{codeWord(message.errorCode)}</span>
              ) : null}
            </TableCell>
            <TableCell className="max-w-48">
              {message.teamId ? <TeamLink teamId={message.teamId} teamName={message.teamName} /> : 'Operators'}
            </TableCell>
            <TableCell className="text-right">{message.attempts}</TableCell>
            <TableCell className="text-right whitespace-nowrap text-muted-foreground">
              <RelativeTime at={message.createdAt} />
            </TableCell>
            <TableCell className="text-right whitespace-nowrap text-muted-foreground">
              {message.publishedAt ? <RelativeTime at={message.publishedAt} /> : <None />}
            </TableCell>
            <TableCell className="text-right">{message.isStuck ? <Resend message={message} /> : null}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </WideTable>
  );
}

function Resend({ message: { id, state } }: { message: MessageView }) {
  return (
    <ReasonDialog
      label="Send again"
      icon={<Send aria-hidden="true" />}
      title="Send this message once more?"
      description={
        state === 'ambiguous'
          ? 'Nobody can tell whether it arrived. It goes out under the same key, so a provider that keeps keys drops the repeat; another one may deliver it twice.'
          : 'It is due at once, under the same key, and is tried for a day.'
      }
      action={resendAction}
      values={{ messageId: id }}
      isReasonRequired={false}
    />
  );
}
