import { billingSettings } from './billing/settings';
import { env } from './env';

/** What the public pages say of whoever runs them. */
export interface Site {
  /** Our own origin, without a slash at the end. */
  url: string;
  name: string;
  /** Visitors can try everything with play money, without an account. */
  isDemoOpen: boolean;
  /** Who runs it, for the footer. */
  legalName: string;
  supportEmail: string | null;
  /** Pages that the law of many places asks for; each is linked once its address is set. */
  legalPages: { label: string; url: string }[];
}

export function readSite(): Site {
  const { appUrl, productName, providers } = billingSettings();
  const pages = [
    { label: 'Imprint', url: env.IMPRINT_URL },
    { label: 'Privacy', url: env.PRIVACY_URL },
    { label: 'Terms', url: env.TERMS_URL },
  ];
  return {
    ...{ url: appUrl, name: productName, isDemoOpen: providers.sandbox !== undefined },
    ...{ legalName: env.LEGAL_NAME ?? productName, supportEmail: env.SUPPORT_EMAIL ?? null },
    legalPages: pages.flatMap(({ label, url }) => (url === undefined ? [] : [{ label, url }])),
  };
}
