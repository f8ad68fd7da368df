import type { Brand, MailContent } from './content';
import { PaymentFooter } from './footers';
import { Action, Layout, Paragraph } from './layout';

type Content = Extract<MailContent, { type: 'top_up_failed' }>;

export const topUpTitle = 'Automatic top-up has stopped';

/** A pack was to be bought by itself, and the card did not pay. */
export function TopUpFailedMail({ brand, content }: { brand: Brand; content: Content }) {
  const { teamName, itemName, reason } = content;
  return (
    <Layout
      brand={brand}
      preview="Nothing more is bought until you switch it on again."
      title={topUpTitle}
      footer={<PaymentFooter brand={brand} teamName={teamName} />}
    >
      <Paragraph>
        The credits of {teamName} run low, and {itemName} could not be bought with the saved card (
        {reason.replaceAll('_', ' ')}). Nothing more is tried until you have looked: choose another card, then switch
        the top-up on again.
      </Paragraph>
      <Action href={`${brand.appUrl}/billing`}>Look at the billing</Action>
    </Layout>
  );
}
