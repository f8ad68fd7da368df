import fc from 'fast-check';

type Change = (json: string) => string;

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

/** Changes one to four places of a JSON text: a value is removed (undefined) or becomes another one. */
export function changeSomewhere(): fc.Arbitrary<Change> {
  const place = fc.record({ at: fc.nat(), value: nastyValues });
  return fc.array(place, { minLength: 1, maxLength: 4 }).map((places) => (json) => {
    const root: unknown = JSON.parse(json);
    for (const { at, value } of places) {
      const spots = listSpots(root);
      const spot = spots[at % Math.max(spots.length, 1)];
      if (spot) replace(spot, value);
    }
    return JSON.stringify(root);
  });
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
