import { and, eq } from 'drizzle-orm';
import {
  creditPurchases,
  subscriptionBillingPeriods as periods,
  subscriptions,
  subscriptionTransitionAudits as transitions,
} from '@/db/schema';
import type { BillingContext } from '../context';
import type { Asker } from '../customers/shared';
import { BillingError } from '../errors';
import { providerNames } from '../events';
import { openPortal } from '../portal';
import type { DocumentRequest } from '../providers/seller';
import { asBillingError, sellerOf } from '../seller-of';
import { findAudits } from '../subscriptions/audits';

interface Charged {
  provider: string;
  request: DocumentRequest;
  /** An unpaid charge of ours: no provider has a page where it is paid. */
  isOurs?: boolean;
}

/**
 * Where the provider shows the invoice or receipt of one of a team's payments: asked for now, since such addresses
 * expire, and only one on the provider's own hosts. What is unpaid and has no page is paid in the portal; what we charge
 * ourselves, on our own page. Throws
 * `invoice_not_found` for another team's as for one that does not exist, `document_unavailable`, and as `openPortal` does.
 */
export async function findInvoiceUrl(
  context: BillingContext,
  { invoiceId, ...asker }: Asker & { invoiceId: string },
): Promise<string> {
  const { teamId } = asker;
  const charged = await findCharged(context, teamId, invoiceId);
  const provider = providerNames.find((name) => name === charged?.provider);
  if (!charged || !provider) throw BillingError.invoiceNotFound(invoiceId);
  if (charged.isOurs) return `${context.settings.appUrl}/subscription#renewal`;
  const seller = sellerOf(context, provider);
  const url = await seller.findDocument(charged.request).catch((error: unknown) => {
    throw asBillingError(context, error);
  });
  if (url !== null && isOn(seller.documentHosts, url)) return url;
  if (charged.request.of === 'open') return (await openPortal(context, asker)).url;
  throw BillingError.documentUnavailable(invoiceId);
}

/** `*.polar.sh` stands for every host below `polar.sh`. */
export function isOn(hosts: readonly string[], address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'https:' || url.username !== '' || url.port !== '') return false;
  return hosts.some((host) => (host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host));
}

async function findCharged(context: BillingContext, teamId: string, invoiceId: string): Promise<Charged | null> {
  const [, kind, id = ''] = /^(purchase|period|plan_change|open):(.{1,400})$/.exec(invoiceId) ?? [];
  if (kind === 'purchase') return findPurchase(context, teamId, id);
  if (kind === 'period') return findPeriod(context, teamId, id);
  if (kind === 'plan_change') return findPlanChange(context, teamId, id);
  return kind === 'open' ? findUnpaid(context, teamId, id) : null;
}

async function findPurchase({ database }: BillingContext, teamId: string, id: string): Promise<Charged | null> {
  const [found] = await database
    .select()
    .from(creditPurchases)
    .where(and(eq(creditPurchases.id, id), eq(creditPurchases.teamId, teamId)));
  if (!found) return null;
  const { provider, providerCheckoutId: key, providerPaymentId } = found;
  return { provider, request: { of: 'purchase', key, providerPaymentId, providerInvoiceId: null } };
}

async function findPeriod({ database }: BillingContext, teamId: string, id: string): Promise<Charged | null> {
  const [found] = await database
    .select({ period: periods })
    .from(periods)
    .innerJoin(subscriptions, eq(subscriptions.id, periods.subscriptionId))
    .where(and(eq(periods.id, id), eq(subscriptions.teamId, teamId)));
  if (!found) return null;
  const { provider, providerRenewalKey: key, providerPaymentId, providerInvoiceId } = found.period;
  return { provider, request: { of: 'period', key, providerPaymentId, providerInvoiceId } };
}

async function findPlanChange({ database }: BillingContext, teamId: string, id: string): Promise<Charged | null> {
  const [found] = await database
    .select({ provider: subscriptions.provider, details: transitions.details })
    .from(transitions)
    .innerJoin(subscriptions, eq(subscriptions.id, transitions.subscriptionId))
    .where(
      and(eq(transitions.id, id), eq(transitions.eventType, 'plan_change_paid'), eq(subscriptions.teamId, teamId)),
    );
  const key = found?.details?.prorationKey;
  return found && typeof key === 'string' ? { provider: found.provider, request: keyOnly('period', key) } : null;
}

/** `subscription:key`, of a subscription of the team and an attempt to collect that is recorded. */
async function findUnpaid({ database }: BillingContext, teamId: string, id: string): Promise<Charged | null> {
  const [, subscriptionId = '', renewalKey = ''] = /^([^:]+):(.+)$/.exec(id) ?? [];
  const [held] = await database
    .select({ provider: subscriptions.provider, clockOwner: subscriptions.clockOwner })
    .from(subscriptions)
    .where(and(eq(subscriptions.id, subscriptionId), eq(subscriptions.teamId, teamId)));
  if (!held) return null;
  const [failed] = await findAudits(database, subscriptionId, 'payment_failed', { renewalKey });
  if (!failed) return null;
  return { provider: held.provider, request: keyOnly('open', renewalKey), isOurs: held.clockOwner === 'us' };
}

function keyOnly(of: DocumentRequest['of'], key: string): DocumentRequest {
  return { of, key, providerPaymentId: null, providerInvoiceId: null };
}
