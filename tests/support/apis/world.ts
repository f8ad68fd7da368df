/** An object of a provider's, as its interface and its webhooks both show it. */
export type Thing = Record<string, unknown>;

/** What a provider holds: things of each kind by their id, in the order in which they were made. */
export class World {
  private readonly kinds = new Map<string, Map<string, Thing>>();

  put(kind: string, thing: Thing): void {
    const things = this.kinds.get(kind) ?? new Map<string, Thing>();
    this.kinds.set(kind, things);
    things.set(String(thing.id), { ...things.get(String(thing.id)), ...thing });
  }

  get(kind: string, id: string): Thing | null {
    return this.kinds.get(kind)?.get(id) ?? null;
  }

  all(kind: string): Thing[] {
    return [...(this.kinds.get(kind)?.values() ?? [])];
  }
}

/** However many somebody asks for. */
const pageSize = 3;

export function thingOf(value: unknown): Thing {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('This is no object.');
  return { ...value };
}

/** A page that follows the thing with this id; null: the first one. */
export function pageAfter(things: readonly Thing[], after: string | null): { data: Thing[]; hasMore: boolean } {
  const start = after === null ? 0 : things.findIndex(({ id }) => id === after) + 1;
  return { data: things.slice(start, start + pageSize), hasMore: start + pageSize < things.length };
}

/** A page by its number, from 1 on. */
export function pageNumbered(things: readonly Thing[], number: number): { data: Thing[]; pages: number } {
  const start = (number - 1) * pageSize;
  return { data: things.slice(start, start + pageSize), pages: Math.max(Math.ceil(things.length / pageSize), 1) };
}

/** From new to old. */
export function newestFirst(things: readonly Thing[], time: (thing: Thing) => unknown): Thing[] {
  return [...things].sort((a, b) => compareTimes(time(b), time(a)) || String(b.id).localeCompare(String(a.id)));
}

function compareTimes(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return Date.parse(String(a)) - Date.parse(String(b));
}
