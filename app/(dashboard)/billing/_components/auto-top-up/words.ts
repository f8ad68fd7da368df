import type { TopUpView } from '@/lib/billing/top-ups';
import type { Tone } from '../../../../_components/ui/badge';

/** How it stands, in a word and a sentence. */
export const standings: Record<TopUpView['standing'], { label: string; tone: Tone; text: string | null }> = {
  off: { label: 'Off', tone: 'neutral', text: null },
  paused: { label: 'Stopped', tone: 'danger', text: null },
  enough: { label: 'On', tone: 'success', text: null },
  buy: { label: 'Buying', tone: 'accent', text: 'Your credits run low: a pack is about to be bought.' },
  charging: { label: 'Buying', tone: 'accent', text: 'A pack is being bought. Its credits come with the payment.' },
  limit_reached: {
    label: 'Limit reached',
    tone: 'warning',
    text: 'Your credits run low, and this month’s limit is used up.',
  },
};

export const chargeStates: Record<TopUpView['charges'][number]['state'], { label: string; tone: Tone }> = {
  due: { label: 'About to be charged', tone: 'accent' },
  charging: { label: 'On its way', tone: 'accent' },
  unknown: { label: 'Being looked up', tone: 'warning' },
  paid: { label: 'Paid', tone: 'success' },
  declined: { label: 'Declined', tone: 'danger' },
  abandoned: { label: 'Given up', tone: 'neutral' },
};

/** Why no card can be charged; null where one can. */
export function obstacleOf({ kind, provider }: TopUpView['card']): string | null {
  switch (kind) {
    case 'ready':
      return null;
    case 'no_customer':
      return 'Buy a pack once: its card is kept, and can be charged from then on.';
    case 'no_subscription':
      return `${nameOf(provider)} charges a saved card on a subscription only, and the team has none.`;
    case 'unsupported':
      return `${nameOf(provider)} cannot charge a card while its owner is not there. Packs can be bought by hand.`;
    default:
      return kind satisfies never;
  }
}

type Provider = TopUpView['card']['provider'];

const names: Record<NonNullable<Provider>, string> = {
  stripe: 'Stripe',
  lemonsqueezy: 'Lemon Squeezy',
  polar: 'Polar',
  paddle: 'Paddle',
  sandbox: 'The sandbox',
};

function nameOf(provider: Provider): string {
  return provider === null ? 'The provider' : names[provider];
}
