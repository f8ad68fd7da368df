import type { Brand, MailContent } from './content';
import { PaymentFooter } from './footers';
import { formatDay } from './format';
import { Action, Layout, Paragraph } from './layout';

type Content = Extract<MailContent, { type: 'payment_failed' | 'payment_retry_failed' | 'action_needed' }>;

/** A payment could not be collected, or waits for the buyer to confirm it. */
export function FailureMail({ brand, content }: { brand: Brand; content: Content }) {
  const { teamName, payUrl } = content;
  return (
    <Layout
      brand={brand}
      preview={content.type === 'action_needed' ? 'Your bank asks for it.' : 'Nothing is lost yet.'}
      title={failureTitle(content)}
      footer={<PaymentFooter brand={brand} teamName={teamName} />}
    >
      {content.type === 'action_needed' ? (
        <Paragraph>
          The bank wants you to confirm the payment for the subscription of {teamName}. Until you do, it is not paid.
        </Paragraph>
      ) : (
        <FailedPayment content={content} />
      )}
      <Action href={payUrl ?? `${brand.appUrl}/subscription`}>
        {content.type === 'action_needed' ? 'Confirm the payment' : 'Pay or change the card'}
      </Action>
    </Layout>
  );
}

function FailedPayment({ content }: { content: Exclude<Content, { type: 'action_needed' }> }) {
  const { type, teamName, nextAttemptAt } = content;
  return (
    <Paragraph>
      The payment for the subscription of {teamName} did not go through
      {type === 'payment_retry_failed' ? ', again' : ''}.{' '}
      {nextAttemptAt
        ? `It is tried again on ${formatDay(nextAttemptAt)}; with another card you need not wait.`
        : 'Please pay it or choose another card, so that the subscription can go on.'}
    </Paragraph>
  );
}

export function failureTitle({ type }: Content): string {
  if (type === 'action_needed') return 'Please confirm your payment';
  return type === 'payment_failed' ? 'Your payment did not go through' : 'Your payment failed again';
}
