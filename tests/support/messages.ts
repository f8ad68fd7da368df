import type { BillingEvent } from '@/lib/billing/events';
import type { ProviderMessage } from '@/lib/billing/providers/provider';

/**
 * Which part of a message the inbox could not store or apply; null when all of it can be. Ids are bounded, amounts are
 * safe whole numbers, times are instants.
 */
export function findUnsafePart(message: ProviderMessage): string | null {
  const { eventId, type, account, subjectKey, occurredAt, content } = message;
  for (const [part, text] of Object.entries({ eventId, type, account, subjectKey })) {
    if (text !== null && (text.length === 0 || text.length > 250)) return part;
  }
  if (occurredAt !== null && !isInstant(occurredAt)) return 'occurredAt';
  if (content.kind !== 'events') return content.reason.length > 0 && content.reason.length <= 200 ? null : 'reason';
  return content.events.map(findUnsafeField).find((field) => field !== null) ?? null;
}

function findUnsafeField(event: BillingEvent): string | null {
  const unsafe = Object.entries(event).find(([field, value]) => !isSafe(field, value));
  return unsafe ? `${event.kind}.${unsafe[0]}: ${JSON.stringify(unsafe[1])}` : null;
}

function isSafe(field: string, value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'boolean') return true;
  if (typeof value === 'string') return isSafeText(field, value);
  if (typeof value === 'number') return Number.isSafeInteger(value) && (value >= 0 || field === 'amountMinor');
  return Object.entries(value).every(([name, inner]) => isSafe(name, inner));
}

function isSafeText(field: string, text: string): boolean {
  if (text === '' || text.length > 2000 || text.includes('\0')) return false;
  return /(At|^start|^end|End|Start)$/.test(field) ? isInstant(text) : true;
}

/** As `Instant` says: UTC with six fractional digits. */
function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(text) && !Number.isNaN(Date.parse(text));
}
