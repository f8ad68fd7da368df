/** Whose turn it is: all whose time is real, or one subscription whose time is made up. */
export type RenewalScope = 'real' | { subscriptionId: string };
