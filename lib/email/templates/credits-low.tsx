import type { Brand, MailContent } from './content';
import { NoticeFooter } from './footers';
import { formatCredits } from './format';
import { Action, Layout, Paragraph } from './layout';

type Content = Extract<MailContent, { type: 'credits_low' }>;

/** Spending took a balance below the threshold. */
export function CreditsLowMail({ brand, content }: { brand: Brand; content: Content }) {
  const { teamName, balance, lowAt } = content;
  return (
    <Layout
      brand={brand}
      preview={`Below ${formatCredits(lowAt)}.`}
      title={`${formatCredits(balance)} left`}
      footer={<NoticeFooter brand={brand} teamName={teamName} />}
    >
      <Paragraph>
        The balance of {teamName} has fallen below {formatCredits(lowAt)}. When it is used up, jobs that cost credits
        are refused.
      </Paragraph>
      <Action href={`${brand.appUrl}/pricing`}>Buy credits</Action>
    </Layout>
  );
}
