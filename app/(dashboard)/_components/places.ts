import type { Permission } from '@/lib/auth';

/** A page of the product that navigation leads to. */
export interface Place {
  href: string;
  label: string;
  /** What somebody might type who looks for it. */
  keywords: string[];
}

type Guarded = Place & { needs: Permission };

const main: Guarded[] = [
  { href: '/dashboard', label: 'Dashboard', keywords: ['balance', 'credits', 'home'], needs: 'team.view' },
  {
    ...{ href: '/billing', label: 'Billing', needs: 'team.view' },
    keywords: ['plan', 'invoices', 'receipts', 'card', 'portal', 'subscription'],
  },
  { href: '/usage', label: 'Usage', keywords: ['spent', 'days', 'members', 'reasons'], needs: 'team.view' },
  { href: '/history', label: 'History', keywords: ['movements', 'ledger', 'export', 'csv'], needs: 'team.view' },
  { href: '/lab', label: 'Lab', keywords: ['sandbox', 'webhook', 'replay', 'refund'], needs: 'lab.use' },
];

const ofTeam: Guarded[] = [
  { href: '/settings', label: 'Settings', keywords: ['notices', 'e-mail', 'team', 'account'], needs: 'team.view' },
  { href: '/members', label: 'Members', keywords: ['invite', 'roles', 'people'], needs: 'team.view' },
  { href: '/api-keys', label: 'API keys', keywords: ['token', 'server', 'http'], needs: 'apiKeys.manage' },
];

/** What the header shows, what the team's menu does, for somebody who may do these things. */
export function placesFor(mayDo: (permission: Permission) => boolean): { main: Place[]; ofTeam: Place[] } {
  const open = (places: Guarded[]) => places.filter(({ needs }) => mayDo(needs)).map(({ needs: _, ...place }) => place);
  return { main: open(main), ofTeam: open(ofTeam) };
}
