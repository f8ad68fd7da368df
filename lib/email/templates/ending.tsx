import type { Brand, MailContent } from './content';
import { NoticeFooter } from './footers';
import { formatDay } from './format';
import { Action, Layout, Paragraph } from './layout';

type Content = Extract<MailContent, { type: 'subscription_ending' | 'subscription_ended' }>;

/** A subscription will end, or has ended. */
export function EndingMail({ brand, content }: { brand: Brand; content: Content }) {
  const { type, teamName, endsAt } = content;
  const hasEnded = type === 'subscription_ended';
  const on = endsAt ? ` on ${formatDay(endsAt)}` : '';
  return (
    <Layout
      brand={brand}
      preview={hasEnded ? 'You can come back at any time.' : 'Until then everything stays as it is.'}
      title={endingTitle(content)}
      footer={<NoticeFooter brand={brand} teamName={teamName} />}
    >
      <Paragraph>
        {hasEnded
          ? `The subscription of ${teamName} ended${on}. Nothing more is charged. Credits that you bought stay yours.`
          : `The subscription of ${teamName} will end${on || ' with the period that is paid for'}, as it was asked for. Until then everything stays as it is, and nothing more is charged.`}
      </Paragraph>
      <Action href={`${brand.appUrl}${hasEnded ? '/pricing' : '/subscription'}`}>
        {hasEnded ? 'See the plans' : 'See the subscription'}
      </Action>
    </Layout>
  );
}

export function endingTitle({ type, planName, endsAt }: Content): string {
  const what = planName ?? 'Your subscription';
  if (type === 'subscription_ended') return `${what} has ended`;
  return endsAt ? `${what} ends on ${formatDay(endsAt)}` : `${what} will end`;
}
