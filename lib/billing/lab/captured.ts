import { readJsonBody } from '../providers/body';
import { sign } from '../providers/sandbox/sign';

/** What can be done with a captured delivery: the bytes of a real one, and the id of its event. */
export const capturedActions = [
  'send_again',
  'send_ten_in_parallel',
  'second_event_id',
  'late_retry',
  'tampered',
  'captured_hour_ago',
  'other_environment',
] as const;
export type CapturedAction = (typeof capturedActions)[number];

export function isCapturedAction(action: string): action is CapturedAction {
  return capturedActions.some((captured) => captured === action);
}

export interface Captured {
  eventId: string;
  rawBody: Uint8Array;
}

/** How a delivery is signed: with which secret, at which time, and what another event would be called. */
export interface Signing {
  secret: string;
  now: Date;
  newEventId: string;
}

export interface PlannedDelivery {
  label: string;
  eventId: string;
  rawBody: Uint8Array;
  headers: Record<string, string>;
}

const hourMs = 3_600_000;

/** The deliveries of an action. Pure; what is planned together is sent together. */
export function planCaptured(action: CapturedAction, captured: Captured, signing: Signing): PlannedDelivery[] {
  const { now, newEventId } = signing;
  switch (action) {
    case 'send_again':
      return [planDelivery({ label: 'Same bytes, same event', ...captured }, signing)];
    case 'send_ten_in_parallel':
      return Array.from({ length: 10 }, (_, index) =>
        planDelivery({ label: `Delivery ${index + 1} of 10`, ...captured }, signing),
      );
    case 'second_event_id':
      return [planDelivery({ label: 'Same bytes, second event', ...captured, eventId: newEventId }, signing)];
    case 'late_retry':
      return [planDelivery({ label: 'Retry, signed afresh', ...captured }, signing)];
    case 'tampered': {
      const signed = planDelivery({ label: 'One byte changed after signing', ...captured }, signing);
      return [{ ...signed, rawBody: changeOneByte(captured.rawBody) }];
    }
    case 'captured_hour_ago': {
      const hourAgo = new Date(now.getTime() - hourMs);
      return [planDelivery({ label: 'Signed an hour ago', ...captured }, { ...signing, now: hourAgo })];
    }
    case 'other_environment': {
      const rawBody = fromOtherEnvironment(captured.rawBody);
      return [planDelivery({ label: 'From the other environment', rawBody, eventId: newEventId }, signing)];
    }
    default:
      return action satisfies never;
  }
}

export function planDelivery(
  delivery: { label: string; eventId: string; rawBody: Uint8Array },
  { secret, now }: Pick<Signing, 'secret' | 'now'>,
): PlannedDelivery {
  return { ...delivery, headers: sign({ ...delivery, secret, at: now }) };
}

/** Makes the last digit another one: in a paid session that is the quantity. */
export function changeOneByte(rawBody: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(rawBody);
  const at = changed.findLastIndex((byte) => byte >= 0x30 && byte <= 0x39);
  const index = at === -1 ? 0 : at;
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
}

function fromOtherEnvironment(rawBody: Uint8Array): Uint8Array {
  const body = readJsonBody(rawBody);
  if (!body.ok) return rawBody;
  const environment = body.value.environment === 'live' ? 'test' : 'live';
  return Buffer.from(JSON.stringify({ ...body.value, environment }));
}
