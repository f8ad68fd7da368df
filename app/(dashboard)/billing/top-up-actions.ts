'use server';

import { refresh } from 'next/cache';
import { setTopUps, type TopUpRefusal } from '@/lib/billing/top-ups';
import { type FormState, failed, succeeded } from '../../_components/form-state';
import { requirePermission } from '../../_session';

const refusals: Record<TopUpRefusal, string> = {
  no_card: 'There is no saved card that could be charged.',
  unknown_pack: 'Choose a pack that is for sale.',
  invalid_threshold: 'The threshold is a whole number of credits, one at least.',
  invalid_limit: 'The monthly limit is 1 to 100 packs.',
};

/** Remembers how the session's team wants to be topped up. */
export async function saveTopUps(_before: FormState, form: FormData): Promise<FormState> {
  const { teamId, userId } = await requirePermission('billing.manage');
  const isEnabled = form.get('isEnabled') === 'on';
  const refusal = await setTopUps({
    ...{ teamId, userId, isEnabled },
    threshold: wholeOf(form.get('threshold')),
    item: String(form.get('item') ?? ''),
    monthlyLimit: wholeOf(form.get('monthlyLimit')),
  });
  if (refusal) return failed(refusals[refusal], form);
  refresh();
  return succeeded(
    isEnabled ? 'Saved. A pack is bought when your credits run low.' : 'Saved. Nothing is bought by itself.',
  );
}

/** Anything that is no plain whole number becomes one that is refused. */
function wholeOf(value: FormDataEntryValue | null): number {
  return typeof value === 'string' && /^\d{1,12}$/.test(value.trim()) ? Number(value) : 0;
}
