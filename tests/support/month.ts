import type { ApiProvider } from './apis';
import { bursts, type Own, ownFixture } from './bursts';
import type { Sale, SaleEvent } from './sales/sale';
import { vocabularies } from './sales/tellers';

/** One event of a month, as it would be delivered. */
export interface Told {
  provider: ApiProvider;
  teamId: string;
  /** Of the header, where the provider sends it there. */
  eventId: string;
  body: Uint8Array;
}

/** What happens to one team in a month: a plan begins, a pack is bought, something is given back, the plan renews. */
export interface TeamMonth extends Own {
  provider: ApiProvider;
  packCheckoutId: string;
  /** In three parts: at the beginning, in the middle, at the renewal. */
  parts: Told[][];
}

const packPrices: Record<ApiProvider, string> = {
  stripe: 'price_1SCredits1000000000001',
  lemonsqueezy: '700003',
  polar: '9d0d0000-0000-4000-8000-000000000003',
  paddle: 'pri_01k4acme0003paddle00000000',
};

/** The same number always gives the same month, with the same bytes. */
export function teamMonth(provider: ApiProvider, number: number): TeamMonth {
  const scope = String(number);
  const own = { scope, teamId: `team_month_${number}`, checkoutId: `chk_month_plan_${number}` };
  const packCheckoutId = `chk_month_pack_${number}`;
  const told = (body: Uint8Array, index: number): Told => {
    return { provider, teamId: own.teamId, eventId: `msg_month_${number}_${index}`, body };
  };
  const burst = (part: 'first' | 'renewal') => bursts[provider][part].map((name) => ownFixture(provider, name, own));
  const sale = saleOf(provider, number, packCheckoutId);
  const { tell } = vocabularies[provider];
  const middle = [{ kind: 'paid' } as const, ...storyOf(sale, number)].map((event, index) =>
    tell(sale, event, `evt_month_${number}_${index}`),
  );
  const parts = [burst('first'), middle, burst('renewal')];
  return {
    ...own,
    provider,
    packCheckoutId,
    parts: parts.map((bodies, part) => bodies.map((body, index) => told(body, part * 100 + index))),
  };
}

function saleOf(provider: ApiProvider, number: number, checkoutId: string): Sale {
  const { customerId } = customers[provider](number);
  const quantity = 1 + (number % 3);
  return {
    ...{ provider, seed: `month${number}`, checkoutId, customerId, quantity, unitMinor: 4900, currency: 'USD' },
    ...{
      providerPriceId: packPrices[provider],
      discountMinor: number % 5 === 0 ? 900 : 0,
      taxMinor: number % 4 === 0 ? 400 : 0,
    },
    paidAt: '2026-09-14T12:00:00.000000Z',
  };
}

/** The customer of the team's plan, as the payloads of the plan name it. */
const customers: Record<ApiProvider, (number: number) => { customerId: string }> = {
  stripe: (number) => ({ customerId: `cus_month_${number}` }),
  lemonsqueezy: (number) => ({ customerId: `5415${String(number).padStart(5, '0')}001` }),
  polar: (number) => ({ customerId: `cus_month_${number}` }),
  paddle: (number) => ({ customerId: `ctm_month_${number}` }),
};

/** Every third team gets something back, every seventh disputes. */
function storyOf(sale: Sale, number: number): SaleEvent[] {
  const at = (minute: number) => `2026-09-${String(15 + (number % 10)).padStart(2, '0')}T09:${minute}:00.000000Z`;
  const { refund, total, dispute } = vocabularies[sale.provider];
  const story: SaleEvent[] = [];
  if (number % 3 === 0) {
    const amountMinor = 1000;
    if (refund.length > 0)
      story.push({ kind: 'refund', id: `re_month_${number}`, amountMinor, status: 'succeeded', at: at(10) });
    if (total && (refund.length === 0 || sale.taxMinor === 0)) story.push({ kind: 'total', amountMinor, at: at(11) });
  }
  if (number % 7 === 0 && dispute.length > 0) {
    const disputed = { kind: 'dispute', id: `dp_month_${number}`, amountMinor: 4000 } as const;
    story.push({ ...disputed, status: 'open', at: at(20) });
    if (number % 2 === 0) story.push({ ...disputed, status: 'won', at: at(40) });
  }
  return story;
}
