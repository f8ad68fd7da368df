import type { ApiScope } from '@/lib/api';

/** What a person reads for what a key may do. */
export const scopeWords: Record<ApiScope, { label: string; description: string }> = {
  'credits:read': { label: 'Read the balance', description: 'What the team has, and what of it is held.' },
  'credits:spend': { label: 'Spend credits', description: 'Spend, and make, capture and release holds.' },
};
