import { formatMoney } from '../../money';
import type { Brand, MailContent } from './content';
import { PaymentFooter } from './footers';
import { formatCredits, formatDay, formatReference } from './format';
import { Action, Facts, Layout, Paragraph } from './layout';

type Content = Extract<MailContent, { type: 'purchase_paid' }>;

/** A purchase was paid, and what it gave. */
export function ReceiptMail({ brand, content }: { brand: Brand; content: Content }) {
  const { teamName, lines, credits, paid, tax, paidAt, reference } = content;
  const rows = [
    ...lines.map(({ name, quantity }) => ({ name: 'Bought', value: quantity === 1 ? name : `${quantity} × ${name}` })),
    ...(tax ? [{ name: 'Tax included', value: formatMoney(tax) }] : []),
    { name: 'Paid', value: formatMoney(paid) },
    { name: 'Date', value: formatDay(paidAt) },
    { name: 'Reference', value: formatReference(reference) },
  ];
  return (
    <Layout
      brand={brand}
      preview={`${formatCredits(credits)} for ${teamName}.`}
      title={`Receipt for ${formatMoney(paid)}`}
      footer={<PaymentFooter brand={brand} teamName={teamName} />}
    >
      <Paragraph>
        Thank you. {formatCredits(credits)} were added to the balance of {teamName}.
      </Paragraph>
      <Facts rows={rows} />
      <Action href={`${brand.appUrl}/history`}>See the history</Action>
    </Layout>
  );
}
