import fc from 'fast-check';

/** Values that readers of JSON get wrong. */
const nastyValues = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    '',
    'x'.repeat(5000),
    '\0',
    '\ud800',
    0,
    -1,
    0.5,
    1e21,
    2 ** 53,
    -(2 ** 53),
    true,
    [],
    {},
    [null],
    '__proto__',
    'constructor',
    '2026-02-30T00:00:00Z',
    '99999999999999999999',
  ),
  fc.jsonValue(),
);

/** Which value inside a JSON text is changed, counted from its beginning, and into what. Undefined removes it. */
interface Change {
  at: number;
  value: unknown;
}

/** One to four changes of any JSON text. */
export const someChanges: fc.Arbitrary<Change[]> = fc.array(fc.record({ at: fc.nat(), value: nastyValues }), {
  minLength: 1,
  maxLength: 4,
});

export function changeJson(json: string, changes: readonly Change[]): string {
  const root: unknown = JSON.parse(json);
  for (const { at, value } of changes) {
    const spots = listSpots(root);
    const spot = spots[at % Math.max(spots.length, 1)];
    if (spot) replace(spot, structuredClone(value));
  }
  return JSON.stringify(root);
}

interface Spot {
  parent: object;
  key: string;
}

/** Every value inside, with where it stands. */
function listSpots(value: unknown): Spot[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => [{ parent: value, key }, ...listSpots(child)]);
}

function replace({ parent, key }: Spot, value: unknown): void {
  if (value === undefined) Reflect.deleteProperty(parent, key);
  else Reflect.set(parent, key, value);
}
