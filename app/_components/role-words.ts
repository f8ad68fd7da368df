import type { Role } from '@/lib/auth';

/** What a person reads for a role. */
export const roleWords: Record<Role, { label: string; description: string }> = {
  owner: { label: 'Owner', description: 'Everything: people, keys, billing, and the team itself.' },
  billing: { label: 'Billing', description: 'Buys, subscribes, and sees invoices. Invites nobody.' },
  member: { label: 'Member', description: 'Uses the product and sees balance and history.' },
};

/** The most powerful first. */
export const roles: readonly Role[] = ['owner', 'billing', 'member'];
