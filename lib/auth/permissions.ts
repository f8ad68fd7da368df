import { roles } from '@/db/schema';

export { roles };
export type Role = (typeof roles)[number];

/** What somebody may do in a team. Every page, action and route names the one that it needs. */
export const permissions = [
  /** See the team's balance, movements, usage and subscription. */
  'team.view',
  /** Spend the team's credits in the product. */
  'credits.spend',
  /** Buy, subscribe, change and cancel; open the provider's portal; see invoices; choose what is mailed. */
  'billing.manage',
  /** Invite, remove, and change roles. */
  'members.manage',
  /** Make and revoke the keys of product servers. */
  'apiKeys.manage',
  /** Rename, transfer and delete the team. */
  'team.manage',
  /** Send webhooks of the sandbox again, spoil them, and move its clock. */
  'lab.use',
] as const;

export type Permission = (typeof permissions)[number];

const granted: Record<Role, readonly Permission[]> = {
  owner: permissions,
  billing: ['team.view', 'credits.spend', 'billing.manage', 'lab.use'],
  member: ['team.view', 'credits.spend'],
};

/** Whether a role carries a permission. */
export function can(role: Role, permission: Permission): boolean {
  return granted[role].includes(permission);
}
