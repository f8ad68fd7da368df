import type { Brand } from './content';
import { TextLink } from './layout';

interface FooterProps {
  brand: Brand;
  teamName: string;
}

/** Under what cannot be switched off. */
export function PaymentFooter({ brand, teamName }: FooterProps) {
  return (
    <>
      {brand.productName} sends this to the owners and billing contacts of {teamName}, because it is about a payment.
    </>
  );
}

/** Under what can. */
export function NoticeFooter({ brand, teamName }: FooterProps) {
  return (
    <>
      {brand.productName} sends this to the owners and billing contacts of {teamName}. You can{' '}
      <TextLink href={`${brand.appUrl}/settings`}>choose which notices you get</TextLink>.
    </>
  );
}
