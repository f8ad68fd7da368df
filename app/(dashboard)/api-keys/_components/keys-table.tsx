import type { ApiKeyView } from '@/lib/api';
import { RelativeTime } from '../../../_components/relative-time';
import { Badge, type Tone } from '../../../_components/ui/badge';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../../_components/ui/table';
import { RevokeKey } from './revoke-key';
import { scopeWords } from './scope-words';

const states: Record<ApiKeyView['state'], { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'success' },
  expired: { label: 'Expired', tone: 'warning' },
  revoked: { label: 'Revoked', tone: 'neutral' },
};

export function KeysTable({ keys }: { keys: readonly ApiKeyView[] }) {
  return (
    <WideTable caption="The team’s API keys, the newest first">
      <TableHeader>
        <TableRow>
          <TableHead>Name</TableHead>
          <TableHead className="hidden sm:table-cell">May</TableHead>
          <TableHead className="hidden sm:table-cell">Last used</TableHead>
          <TableHead>State</TableHead>
          <TableHead>
            <span className="sr-only">Revoke</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} />
        ))}
      </TableBody>
    </WideTable>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKeyView }) {
  const { id, name, prefix, scopes, createdBy, createdAt, lastUsedAt, expiresAt, state } = apiKey;
  return (
    <TableRow>
      <TableCell className="min-w-32 sm:min-w-44">
        <span className="block font-medium">{name}</span>
        <span className="block text-xs text-muted-foreground">
          <code className="font-mono">{prefix}…</code> made <RelativeTime at={createdAt} />
          {createdBy ? ` by ${createdBy}` : ''}
          <span className="block sm:hidden">{scopes.map((scope) => scopeWords[scope].label).join(', ')}</span>
        </span>
      </TableCell>
      <TableCell className="hidden text-muted-foreground sm:table-cell">
        {scopes.map((scope) => (
          <span key={scope} className="block whitespace-nowrap">
            {scopeWords[scope].label}
          </span>
        ))}
      </TableCell>
      <TableCell className="hidden whitespace-nowrap text-muted-foreground sm:table-cell">
        {lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'Never'}
      </TableCell>
      <TableCell className="whitespace-nowrap">
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
        {state === 'active' && expiresAt ? (
          <span className="mt-1 block text-xs text-muted-foreground">
            expires <RelativeTime at={expiresAt} />
          </span>
        ) : null}
      </TableCell>
      <TableCell className="text-right">{state === 'active' ? <RevokeKey id={id} name={name} /> : null}</TableCell>
    </TableRow>
  );
}
