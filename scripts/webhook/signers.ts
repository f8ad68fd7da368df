import type { ProviderName } from '@/lib/billing/events';
import { sign as lemonsqueezy } from '@/lib/billing/providers/lemonsqueezy/sign';
import { sign as paddle } from '@/lib/billing/providers/paddle/sign';
import { sign as polar } from '@/lib/billing/providers/polar/sign';
import { sign as sandbox } from '@/lib/billing/providers/sandbox/sign';
import { sign as stripe } from '@/lib/billing/providers/stripe/sign';

type Sign = (delivery: { rawBody: Uint8Array; secret: string; at: Date; eventId: string }) => Record<string, string>;

/** The headers with which each provider sends a body. */
export const signers: Record<ProviderName, Sign> = { stripe, lemonsqueezy, polar, paddle, sandbox };
