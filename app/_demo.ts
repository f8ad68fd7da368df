import { cache } from 'react';
import { findDemo as find } from '@/lib/billing/demo';

/** Until when the demo of a team runs, read once per request; null for a team that is for keeps. */
export const findDemo = cache(find);
