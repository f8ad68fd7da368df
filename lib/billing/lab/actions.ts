import { capturedActions } from './captured';
import { moneyBackActions } from './money-back';

/** What the lab can do to a payment: play with the delivery that was captured, or take the money back. */
export const labActions = [...capturedActions, ...moneyBackActions] as const;
export type LabAction = (typeof labActions)[number];

export function isLabAction(action: string): action is LabAction {
  return labActions.some((known) => known === action);
}
