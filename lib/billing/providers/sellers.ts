import type { ProviderName } from '../events';
import { lemonsqueezySeller } from './lemonsqueezy/seller';
import { paddleSeller } from './paddle/seller';
import { polarSeller } from './polar/seller';
import { sandboxSeller } from './sandbox/seller';
import type { ProviderSeller, SellerSettings } from './seller';
import { stripeSeller } from './stripe/seller';

const sellers: Record<ProviderName, (settings: SellerSettings) => ProviderSeller> = {
  stripe: stripeSeller,
  lemonsqueezy: lemonsqueezySeller,
  polar: polarSeller,
  paddle: paddleSeller,
  sandbox: sandboxSeller,
};

export function createSeller(name: ProviderName, settings: SellerSettings): ProviderSeller {
  return sellers[name](settings);
}
