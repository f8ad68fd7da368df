import type { Brand, MailContent } from './content';
import { PaymentFooter } from './footers';
import { formatDay } from './format';
import { Action, Layout, Paragraph } from './layout';

type Content = Extract<MailContent, { type: 'card_needed' | 'access_restricted' }>;

/** Nothing goes on by itself any more: the buyer has to choose another card. */
export function UnpaidMail({ brand, content }: { brand: Brand; content: Content }) {
  const isRestricted = content.type === 'access_restricted';
  return (
    <Layout
      brand={brand}
      preview={isRestricted ? 'Paying brings everything back at once.' : 'The bank will not take this one again.'}
      title={unpaidTitle(content)}
      footer={<PaymentFooter brand={brand} teamName={content.teamName} />}
    >
      <Paragraph>{isRestricted ? restrictedText(content) : cardText(content)}</Paragraph>
      <Action href={`${brand.appUrl}/subscription`}>Choose another card</Action>
    </Layout>
  );
}

function cardText({ teamName }: Content): string {
  return `The bank declined the card for the subscription of ${teamName} for good, so it is not tried again. Once you choose another card, the payment is made with it at once and nothing is lost.`;
}

function restrictedText({ teamName, endsAt }: Extract<Content, { type: 'access_restricted' }>): string {
  const end = endsAt ? ` Without a payment the subscription ends on ${formatDay(endsAt)}.` : '';
  return `The subscription of ${teamName} is still not paid, so its access is restricted from today on.${end} A payment brings everything back at once.`;
}

export function unpaidTitle({ type }: Content): string {
  return type === 'access_restricted' ? 'Your access is restricted' : 'Please choose another card';
}
