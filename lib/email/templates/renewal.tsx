import { formatMoney } from '../../money';
import type { Brand, MailContent } from './content';
import { NoticeFooter, PaymentFooter } from './footers';
import { formatDay, formatReference } from './format';
import { Action, Facts, Layout, Paragraph } from './layout';

type Content = Extract<MailContent, { type: 'subscription_renewed' }>;

/** A period of a subscription was paid for: the first, or one more. */
export function RenewalMail({ brand, content }: { brand: Brand; content: Content }) {
  const { teamName, isFirst, planName, quantity, period, paid, reference } = content;
  const plan = planName ?? 'your plan';
  const rows = [
    { name: 'Plan', value: quantity === 1 ? plan : `${quantity} × ${plan}` },
    { name: 'Period', value: `${formatDay(period.start)} to ${formatDay(period.end)}` },
    { name: 'Paid', value: formatMoney(paid) },
    { name: 'Reference', value: formatReference(reference) },
  ];
  const Footer = isFirst ? PaymentFooter : NoticeFooter;
  return (
    <Layout
      brand={brand}
      preview={`${formatMoney(paid)}, paid until ${formatDay(period.end)}.`}
      title={renewalTitle(content)}
      footer={<Footer brand={brand} teamName={teamName} />}
    >
      <Paragraph>
        {isFirst ? `Thank you. ${teamName} is subscribed` : `The subscription of ${teamName} was renewed`}, and paid for
        until {formatDay(period.end)}.
      </Paragraph>
      <Facts rows={rows} />
      <Action href={`${brand.appUrl}/subscription`}>See the subscription</Action>
    </Layout>
  );
}

export function renewalTitle({ isFirst, planName }: Content): string {
  if (isFirst) return planName === null ? 'Your subscription has begun' : `Welcome to ${planName}`;
  return planName === null ? 'Your subscription was renewed' : `${planName} was renewed`;
}
