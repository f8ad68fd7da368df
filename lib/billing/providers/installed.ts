/**
 * The providers of this installation, a line each: `docs/removing.md`. Nothing else outside of a provider's folder
 * imports it, but for the sandbox's.
 */
export { lemonsqueezy } from './lemonsqueezy';
export { paddle } from './paddle';
export { polar } from './polar';
export { sandbox } from './sandbox';
export { stripe } from './stripe';
