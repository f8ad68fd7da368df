import type { Taxes, Terms } from '@/lib/billing';
import type { Question } from '../../_components/questions';

/** What is true of taxes and of changes goes by the settings. */
export function pricingQuestions({ taxes, isRenewedHere }: Terms): readonly Question[] {
  return [
    ...questions,
    { question: 'Can I change the plan in the middle of a month?', answer: changeAnswer(isRenewedHere) },
    { question: 'Is tax included?', answer: taxAnswer(taxes) },
  ];
}

function changeAnswer(isRenewedHere: boolean): string {
  return isRenewedHere
    ? 'You can choose another plan at any time. It begins with the next period, and nothing is charged before.'
    : 'Yes. When you go up, the rest of the month is charged and its credits come at once. When you go down, the smaller plan begins with the next period.';
}

function taxAnswer({ plans, packs, topUps }: Taxes): string {
  if (packs === 'none') return 'No tax is added: you pay the prices that stand here.';
  const onPage =
    'The tax of your country is worked out on the payment page, which shows it before you pay, and it stands on the invoice.';
  const ours = [...(plans === 'none' ? ['plans'] : []), ...(topUps === 'none' ? ['automatic top-ups'] : [])];
  if (ours.length === 0) return onPage;
  return `${onPage} No tax is added to ${ours.join(' and ')}, which we charge to your saved card.`;
}

const questions: readonly Question[] = [
  {
    question: 'What happens to credits that I do not use?',
    answer:
      'Those of a plan lapse when the next ones come, and those of a pack stay until they are spent, unless the offer says otherwise. Spending always takes the ones first that lapse first.',
  },
  {
    question: 'How do I cancel?',
    answer:
      'On the billing page, at any time. The plan works until the end of what is paid for, and is not renewed. You can take it back until then.',
  },
  {
    question: 'What if a payment fails?',
    answer:
      'Everything keeps working for seven days while the card is tried again, and you hear of it at once. What is paid late is credited as if it had been on time.',
  },
];
