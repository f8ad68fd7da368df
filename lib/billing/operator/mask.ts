/**
 * What of a provider's message a person may read. Pure. A value is shown only when its shape is known to be harmless (an
 * id, a time, a number, a code) and its key does not say that it is somebody's; everything else is masked, so that a
 * field that a provider adds tomorrow is masked too.
 */

export const masked = '•••';

export type MaskedBody =
  | { kind: 'json'; text: string; bytes: number; isCut: boolean }
  /** Not JSON: nothing of it is shown. */
  | { kind: 'unreadable'; bytes: number }
  /** Retention has emptied it. */
  | { kind: 'gone' };

const longestText = 100_000;
const deepest = 40;

/** A body as pretty-printed JSON, with personal data and secrets masked. */
export function maskBody(rawBody: Uint8Array | null): MaskedBody {
  if (rawBody === null) return { kind: 'gone' };
  const bytes = rawBody.byteLength;
  const parsed = parse(rawBody);
  if (parsed === undefined) return { kind: 'unreadable', bytes };
  const text = JSON.stringify(maskValue(parsed), null, 2);
  return { kind: 'json', text: text.slice(0, longestText), bytes, isCut: text.length > longestText };
}

/** The same value with everything masked that is not known to be harmless. */
export function maskValue(value: unknown): unknown {
  return mask(value, { key: '', isFree: false, depth: 0 });
}

interface Place {
  /** The nearest key above it. */
  key: string;
  /** Inside what the seller or the buyer filled in themselves: there a word can be a name. */
  isFree: boolean;
  depth: number;
}

function mask(value: unknown, place: Place): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (place.depth > deepest) return masked;
  if (Array.isArray(value)) return value.map((part) => mask(part, { ...place, depth: place.depth + 1 }));
  if (typeof value === 'object') return maskObject(value, place);
  if (isPersonal(place.key)) return masked;
  if (typeof value === 'number') return isCardNumber(String(value)) ? masked : value;
  return typeof value === 'string' && isHarmless(value, place) ? value : masked;
}

function maskObject(value: object, place: Place): unknown {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      // What stands under somebody's address is the address, whatever its parts are called.
      const key = isPersonal(place.key) ? place.key : name;
      const isFree = place.isFree || freeKeys.has(name);
      return [isPlainKey(name) ? name : masked, mask(part, { key, isFree, depth: place.depth + 1 })];
    }),
  );
}

const freeKeys = new Set(['metadata', 'custom_data', 'custom_fields', 'custom_field_data', 'user_metadata']);

/** Said of a thing, not of a person. */
const impersonalKeys = new Set(['event_name', 'product_name', 'variant_name', 'feature_name', 'plan_name']);

const personalWords = new Set(
  [
    ['email', 'mail', 'name', 'firstname', 'lastname', 'cardholder', 'username', 'phone', 'tel', 'mobile', 'fax'],
    ['address', 'street', 'line1', 'line2', 'city', 'town', 'postal', 'postcode', 'zip', 'shipping', 'avatar'],
    ['ip', 'birth', 'birthday', 'dob', 'gender', 'vat', 'iban', 'bic', 'last4', 'four', 'fingerprint', 'cvc', 'cvv'],
    ['token', 'secret', 'password', 'signature', 'authorization', 'credential', 'apikey', 'url', 'href', 'pdf'],
    ['comment', 'note', 'notes', 'message', 'tax_ids', 'exp'],
  ].flat(),
);

/** Ids say who only to those who can look them up. */
function isPersonal(key: string): boolean {
  if (impersonalKeys.has(key) || /(_id|Id)$/.test(key) || /^(amount|total)_/.test(key)) return false;
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return (
    words.some((word) => personalWords.has(word) || personalWords.has(word.replace(/s$/, ''))) || key === 'tax_ids'
  );
}

function isHarmless(value: string, { key, isFree }: Place): boolean {
  if (value === '') return true;
  if (value.length > 128 || isSecret(value)) return false;
  if (impersonalKeys.has(key)) return /^[\p{L}\p{N} _,.:()/&+-]+$/u.test(value);
  return harmlessShapes.some((shape) => shape.test(value)) || (!isFree && words.test(value));
}

const harmlessShapes = [
  // Times and days, and versions named after one.
  /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?|\.[a-z]{1,20})?$/,
  // Numbers, shorter than any card's.
  /^-?\d{1,12}(\.\d{1,12})?$/,
  // `sub_1SAcme`, `txn_01k4`, `price_1S`, `sbx_cs_0f00-…`.
  /^[a-z][a-z0-9]{0,15}(_[a-z]{1,12})?_[A-Za-z0-9-]{4,80}$/,
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  // Our own keys: `payment:stripe:pi_1`, `order:900`.
  /^(event|purchase|payment|subscription|invoice|customer|checkout|hosted|order|period|team)(:[a-z]{4,12})?:[A-Za-z0-9_-]{1,80}$/,
  // Currencies, countries and states.
  /^[A-Z]{2,3}(-[A-Z0-9]{1,3})?$/,
];

/** `subscription_cycle`, `checkout.session`. */
const words = /^[a-z][a-z0-9]{0,19}([._-][a-z0-9]{1,20}){0,7}$/;

function isSecret(value: string): boolean {
  return (
    /^(sk|rk|pk|whsec|pdl|polar|lsq|ghp|xox[a-z]|eyJ)[_A-Za-z0-9]*[_.-]/.test(value) ||
    /secret|token|bearer/i.test(value)
  );
}

/** 13 to 19 digits whose last one checks the others. */
function isCardNumber(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

function isPlainKey(key: string): boolean {
  return /^[A-Za-z0-9_.:$-]{1,80}$/.test(key);
}

/** Undefined for what is no JSON text. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
