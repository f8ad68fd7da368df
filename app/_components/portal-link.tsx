import Link from 'next/link';
import type { ReactNode } from 'react';
import type { SubscriptionView } from '@/lib/billing';
import { portalUrl } from './subscription-links';

interface PortalLinkProps {
  subscription: SubscriptionView;
  className?: string;
  children: ReactNode;
}

/** To where a subscription is managed. A provider's page is asked for when it is clicked, so it is not fetched ahead. */
export function PortalLink({ subscription, ...props }: PortalLinkProps) {
  const href = portalUrl(subscription);
  return href.startsWith('/billing/portal') ? <a href={href} {...props} /> : <Link href={href} {...props} />;
}
