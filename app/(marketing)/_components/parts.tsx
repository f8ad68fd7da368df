import { Coins, FlaskConical, KeyRound, type LucideIcon, Repeat, Users, Wrench } from 'lucide-react';
import { SectionHeading } from './section-heading';

const parts: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Coins,
    title: 'Credits and packs',
    text: 'A ledger that only grows, lots that lapse, holds for long jobs, and top-ups that buy by themselves.',
  },
  {
    icon: Repeat,
    title: 'Subscriptions',
    text: 'Paid periods are facts, states are snapshots. Trials, upgrades, late payments and pauses end where they should.',
  },
  {
    icon: Users,
    title: 'Accounts and teams',
    text: 'Passwords, magic links, two factors, Google and GitHub; owners, billing contacts and members.',
  },
  {
    icon: KeyRound,
    title: 'An API for your servers',
    text: 'Read a balance, spend, hold and capture with a team’s key. A repeated request is one request.',
  },
  {
    icon: Wrench,
    title: 'A desk for operators',
    text: 'Every webhook with its whole story. What failed is a case with both sides, and a replay that takes the usual way.',
  },
  {
    icon: FlaskConical,
    title: 'A lab',
    text: 'Send the same event ten times, late, tampered or in the wrong order, and see what moved and what did not.',
  },
];

/** What one gets with it. */
export function Parts() {
  return (
    <section aria-labelledby="parts" className="border-t py-14">
      <SectionHeading id="parts" title="What is in it">
        The part of a product that everybody builds again and few get right. One folder per noun, and a test for every
        promise.
      </SectionHeading>
      <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {parts.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <h3 className="flex items-center gap-2.5 font-semibold">
              <Icon className="size-4.5 text-primary" aria-hidden="true" />
              {title}
            </h3>
            <p className="mt-2 text-sm text-pretty text-muted-foreground">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
