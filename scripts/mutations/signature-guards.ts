import type { Guard } from './guards';

const contract = 'tests/lib/billing/providers/contract.test.ts';

export const signatureGuards: Guard[] = [
  {
    name: 'the length guard of the comparison in constant time',
    file: 'lib/billing/providers/signature.ts',
    from: 'return a.length === b.length && timingSafeEqual(a, b);',
    to: 'return timingSafeEqual(a, b);',
    tests: [{ file: contract, name: 'polar a signature that is missing, cut, garbage or oversized' }],
  },
  {
    name: 'a signed time in the future',
    file: 'lib/billing/providers/signature.ts',
    from: "if (Math.ceil(-age) > signatureToleranceSeconds) return 'from_the_future';",
    to: '',
    tests: [{ file: contract, name: 'stripe a signature is accepted up to 300 seconds before and after its time' }],
  },
  {
    name: 'a signed time that is too old',
    file: 'lib/billing/providers/signature.ts',
    from: "if (Math.floor(age) > signatureToleranceSeconds) return 'too_old';",
    to: '',
    tests: [{ file: contract, name: 'paddle a signature is accepted up to 300 seconds before and after its time' }],
  },
  {
    name: 'an empty secret verifies nothing',
    file: 'lib/billing/providers/lemonsqueezy/verify.ts',
    from: "secrets.filter((secret) => secret !== '')",
    to: 'secrets.filter(() => true)',
    tests: [{ file: contract, name: 'lemonsqueezy a signature is refused when there is no secret' }],
  },
];
