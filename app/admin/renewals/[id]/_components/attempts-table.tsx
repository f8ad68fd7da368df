import type { OperationStory } from '@/lib/billing/operator';
import { exactTime } from '../../../../_components/relative-time';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../../../_components/ui/table';
import { None } from '../../../_components/none';
import { codeWord } from '../../../_components/words';

/** Each attempt with its key: one key is one charge at the provider, however often it was sent. */
export function AttemptsTable({ attempts }: { attempts: OperationStory['attempts'] }) {
  return (
    <WideTable caption="Attempts, the oldest first">
      <TableHeader>
        <TableRow>
          <TableHead>Attempt</TableHead>
          <TableHead>Key</TableHead>
          <TableHead>Answer</TableHead>
          <TableHead className="text-right">Begun</TableHead>
          <TableHead className="text-right">Answered</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {attempts.map((attempt) => (
          <TableRow key={attempt.attemptNo}>
            <TableCell className="whitespace-nowrap">
              {attempt.attemptNo}, {attempt.kind === 'charge' ? 'sent' : 'looked up'}
            </TableCell>
            <TableCell className="max-w-64 truncate font-mono text-xs" title={attempt.idempotencyKey}>
              {attempt.idempotencyKey}
            </TableCell>
            <TableCell>
              {attempt.answerClass ? codeWord(attempt.answerClass) : 'None came'}
              {attempt.code ? (
                <span className="block text-xs text-muted-foreground">{codeWord(attempt.code)}</span>
              ) : null}
              {attempt.isLate ? <span className="block text-xs text-muted-foreground">Came late</span> : null}
            </TableCell>
            <TableCell className="text-right whitespace-nowrap text-muted-foreground">
              {exactTime(attempt.startedAt)}
            </TableCell>
            <TableCell className="text-right whitespace-nowrap text-muted-foreground">
              {attempt.answeredAt ? exactTime(attempt.answeredAt) : <None />}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </WideTable>
  );
}
