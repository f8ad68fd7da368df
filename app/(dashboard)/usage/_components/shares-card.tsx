import { KeyRound, User } from 'lucide-react';
import type { ActorKind, UsageShare } from '@/lib/billing';
import { formatCredits } from '../../../_components/credits';
import { Card, CardHeader, CardTitle } from '../../../_components/ui/card';

type Share = UsageShare & { kind?: ActorKind };

interface SharesCardProps {
  id: string;
  title: string;
  shares: readonly Share[];
  total: number;
}

/** What of the whole each part is, the largest first. */
export function SharesCard({ id, title, shares, total }: SharesCardProps) {
  return (
    <Card aria-labelledby={id} className="min-w-0 pb-2">
      <CardHeader>
        <CardTitle id={id}>{title}</CardTitle>
      </CardHeader>
      <table className="w-full table-fixed text-sm">
        <caption className="sr-only">Credits spent, {title.toLowerCase()}</caption>
        <colgroup>
          <col />
          <col className="w-36" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">Credits</th>
          </tr>
        </thead>
        <tbody>
          {shares.map((share) => (
            <ShareRow key={`${share.kind}:${share.name}`} share={share} percent={(share.credits / total) * 100} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function ShareRow({ share, percent }: { share: Share; percent: number }) {
  return (
    <tr className="border-t">
      <th scope="row" className="py-2.5 pr-3 pl-5 text-left font-normal">
        <span className="flex items-center gap-2">
          {share.kind === 'member' ? <User aria-hidden="true" className="size-3.5 text-muted-foreground" /> : null}
          {share.kind === 'api_key' ? (
            <KeyRound aria-label="API key" className="size-3.5 text-muted-foreground" />
          ) : null}
          <span className="truncate" title={share.name ?? undefined}>
            {nameOf(share)}
          </span>
        </span>
        <span aria-hidden="true" className="mt-1.5 block h-1 rounded-full bg-secondary">
          <span className="block h-full rounded-full bg-chart-out" style={{ width: `${Math.max(percent, 1)}%` }} />
        </span>
      </th>
      <td className="py-2.5 pr-5 text-right align-top whitespace-nowrap">
        <span className="font-medium">{formatCredits(share.credits)}</span>
        <span className="block text-xs text-muted-foreground">
          {percent < 1 ? '<1' : Math.round(percent)} %, {formatCredits(share.times)}{' '}
          {share.times === 1 ? 'time' : 'times'}
        </span>
      </td>
    </tr>
  );
}

function nameOf({ name, kind }: Share): string {
  if (name === null) return 'All others';
  return kind === 'product' && name === 'product' ? 'The product itself' : name;
}
