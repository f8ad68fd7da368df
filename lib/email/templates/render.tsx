import type { ReactElement } from 'react';
import { render, toPlainText } from 'react-email';
import { formatMoney } from '../../money';
import { CaseOpenedMail, caseTitle } from './case-opened';
import type { Brand, MailContent } from './content';
import { CreditsLowMail } from './credits-low';
import { EndingMail, endingTitle } from './ending';
import { FailureMail, failureTitle } from './failure';
import { formatCredits } from './format';
import { LinkMail, linkTitle } from './link';
import { ReceiptMail } from './receipt';
import { RenewalMail, renewalTitle } from './renewal';
import { TopUpFailedMail, topUpTitle } from './top-up-failed';
import { UnpaidMail, unpaidTitle } from './unpaid';

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** A mail as it is sent. The same content always gives the same bytes: receivers compare what comes again. */
export async function renderMail(content: MailContent, brand: Brand): Promise<RenderedMail> {
  const { subject, element } = mailOf(content, brand);
  const html = await render(element);
  const text = toPlainText(html);
  return { subject: oneLine(subject), html, text };
}

function mailOf(content: MailContent, brand: Brand): { subject: string; element: ReactElement } {
  const of = brand.productName;
  switch (content.type) {
    case 'purchase_paid':
      return {
        subject: `Your ${of} receipt: ${formatMoney(content.paid)}`,
        element: <ReceiptMail brand={brand} content={content} />,
      };
    case 'subscription_renewed':
      return { subject: `${of}: ${renewalTitle(content)}`, element: <RenewalMail brand={brand} content={content} /> };
    case 'payment_failed':
    case 'payment_retry_failed':
    case 'action_needed':
      return { subject: `${of}: ${failureTitle(content)}`, element: <FailureMail brand={brand} content={content} /> };
    case 'card_needed':
    case 'access_restricted':
      return { subject: `${of}: ${unpaidTitle(content)}`, element: <UnpaidMail brand={brand} content={content} /> };
    case 'subscription_ending':
    case 'subscription_ended':
      return { subject: `${of}: ${endingTitle(content)}`, element: <EndingMail brand={brand} content={content} /> };
    case 'credits_low':
      return {
        subject: `${of}: ${formatCredits(content.balance)} left`,
        element: <CreditsLowMail brand={brand} content={content} />,
      };
    case 'top_up_failed':
      return { subject: `${of}: ${topUpTitle}`, element: <TopUpFailedMail brand={brand} content={content} /> };
    case 'case_opened':
      return { subject: `${of}: ${caseTitle(content)}`, element: <CaseOpenedMail brand={brand} content={content} /> };
    case 'verify_email':
    case 'reset_password':
    case 'sign_in_link':
    case 'account_exists':
    case 'change_email':
    case 'team_invitation':
      return {
        subject: `${of}: ${linkTitle(content)}`,
        element: <LinkMail brand={brand} content={content} />,
      };
    default:
      return content satisfies never;
  }
}

/** A line break in a header would begin another header. */
function oneLine(subject: string): string {
  return subject.replace(/\s+/g, ' ').trim();
}
