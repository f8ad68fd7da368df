'use server';

import { refresh } from 'next/cache';
import { notFound } from 'next/navigation';
import { z } from 'zod';
import { BillingError, type BillingErrorCode, subscribeWithSavedCard } from '@/lib/billing';
import { countLabAction, timeLeaps, travel } from '@/lib/billing/lab';
import { id } from '../../../_id';
import { requirePermission } from '../../../_session';
import { limitOf } from '../../../sandbox/_limit';

export interface TravelState {
  done: string | null;
  error: string | null;
}

const request = z.object({ leap: z.enum(timeLeaps) });

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Moves the time of the team's sandbox subscription, and says what fell due on the way. */
export async function travelInTime(_before: TravelState, form: FormData): Promise<TravelState> {
  const { teamId } = await requirePermission('lab.use');
  const parsed = request.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { done: null, error: 'Choose how far time is moved.' };
  const state = await travel({ teamId, leap: parsed.data.leap }).then(sentenceOf, asReason);
  refresh();
  return state;
}

const choice = z.object({ item: id });

const reasons: Partial<Record<BillingErrorCode, string>> = {
  already_subscribed: 'Your team has a subscription. Cancel it first.',
  no_payment_method: 'There is no saved card. Save one first.',
};

/** Subscribes with the card that the team saved before. */
export async function subscribeWithCard(_before: TravelState, form: FormData): Promise<TravelState> {
  const { teamId, userId } = await requirePermission('billing.manage');
  const parsed = choice.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { done: null, error: 'Choose a plan.' };
  const started = await countLabAction(teamId)
    .then(() => subscribeWithSavedCard({ teamId, userId, item: parsed.data.item, quantity: 1 }))
    .catch((error: unknown) => {
      if (!(error instanceof BillingError)) throw error;
      const reason = limitOf(error) ?? reasons[error.code] ?? 'That could not be done. Nothing was charged.';
      return { done: null, error: reason };
    });
  if ('error' in started) return started;
  refresh();
  return { done: 'You are subscribed; the card is charged.', error: null };
}

function sentenceOf({ now, moments }: Awaited<ReturnType<typeof travel>>): TravelState {
  const ticks = moments.reduce((sum, moment) => sum + moment.ticks, 0);
  const charges = moments.reduce((sum, moment) => sum + moment.charges, 0);
  const steps = moments.reduce((sum, moment) => sum + moment.dunning, 0);
  const parts = [
    ticks > 0 ? count(ticks, 'cycle began', 'cycles began') : null,
    charges > 0 ? count(charges, 'charge was tried', 'charges were tried') : null,
    steps > 0 ? count(steps, 'reminder step', 'reminder steps') : null,
  ].filter((part) => part !== null);
  const what = parts.length > 0 ? parts.join(', ') : 'nothing fell due';
  return { done: `It is ${day.format(now)} for this subscription: ${what}.`, error: null };
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

function asReason(error: unknown): TravelState {
  if (!(error instanceof BillingError)) throw error;
  if (error.code === 'subscription_not_found') notFound();
  return { done: null, error: limitOf(error) ?? 'This subscription has ended, or is not charged by the sandbox.' };
}
