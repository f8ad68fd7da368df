import type { Question } from './questions';

export const landingQuestions: readonly Question[] = [
  {
    question: 'Which payment providers does it work with?',
    answer:
      'Stripe, Lemon Squeezy, Polar and Paddle, behind one interface. One setting says which of them sells to new teams; each team stays with the one that it has.',
  },
  {
    question: 'What happens when a webhook comes twice?',
    answer:
      'It is found by its event, and what was paid is found by its own key, so the second one changes nothing and is answered 200. That holds for ten deliveries at once, for a second event about the same payment, and for a retry days later.',
  },
  {
    question: 'And when one never comes?',
    answer:
      'Reconciliation asks the provider for what was paid since the last time and feeds what is missing through the same way, under the same keys. The webhook that comes later after all is a duplicate.',
  },
  {
    question: 'Do I need an account with a provider to try it?',
    answer:
      'No. The sandbox is a provider of its own, with a checkout page, a customer portal and signed webhooks. It never starts beside live keys.',
  },
  {
    question: 'What does it run on?',
    answer:
      'Node and Postgres. Nothing else: no queue and no second store. It runs on one server, on many, or on Vercel; without a database address it brings a Postgres of its own.',
  },
];
