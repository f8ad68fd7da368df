import type { Permission } from '@/lib/auth';

/** A page of the product that navigation leads to. */
export interface Place {
  href: string;
  label: string;
  /** What somebody might type who looks for it. */
  keywords: string[];
}

/** `inSandbox`: there is nothing to do there without the sandbox. */
type Guarded = Place & { needs: Permission; inSandbox?: true };

const main: Guarded[] = [
  { href: '/dashboard', label: 'Dashboard', keywords: ['balance', 'credits', 'home'], needs: 'team.view' },
  {
    ...{ href: '/billing', label: 'Billing', needs: 'team.view' },
    keywords: ['plan', 'invoices', 'receipts', 'card', 'portal', 'subscription'],
  },
  { href: '/usage', label: 'Usage', keywords: ['spent', 'days', 'members', 'reasons'], needs: 'team.view' },
  { href: '/history', label: 'History', keywords: ['movements', 'ledger', 'export', 'csv'], needs: 'team.view' },
  { href: '/lab', label: 'Lab', keywords: ['sandbox', 'webhook', 'replay'], needs: 'lab.use', inSandbox: true },
];

const ofTeam: Guarded[] = [
  {
    ...{ href: '/settings', label: 'Settings', needs: 'team.view' },
    keywords: ['notices', 'e-mail', 'team', 'account', 'password', 'security'],
  },
  { href: '/members', label: 'Members', keywords: ['invite', 'roles', 'people'], needs: 'team.view' },
  { href: '/api-keys', label: 'API keys', keywords: ['token', 'server', 'http'], needs: 'apiKeys.manage' },
];

interface Visiting {
  mayDo: (permission: Permission) => boolean;
  hasSandbox: boolean;
}

/** What the header shows, what the team's menu does, for somebody who may do these things. */
export function placesFor({ mayDo, hasSandbox }: Visiting): { main: Place[]; ofTeam: Place[] } {
  const open = (places: Guarded[]): Place[] =>
    places
      .filter(({ needs, inSandbox }) => mayDo(needs) && (hasSandbox || !inSandbox))
      .map(({ href, label, keywords }) => ({ href, label, keywords }));
  return { main: open(main), ofTeam: open(ofTeam) };
}
