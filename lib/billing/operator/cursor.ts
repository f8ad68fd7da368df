import { z } from 'zod';
import { BillingError } from '../errors';

/** One page of a list, the newest first. */
export interface Page<Entry> {
  entries: Entry[];
  /** Hand it back to read on; null at the end. */
  nextCursor: string | null;
}

const place = z.tuple([z.iso.datetime()], z.string().max(512));

/** Where a page ended: a time, and what tells apart what happened at the same time. */
export function writeCursor(at: Date, ...ids: string[]): string {
  return Buffer.from(JSON.stringify([at.toISOString(), ...ids])).toString('base64url');
}

/** The time and the `count` texts of a cursor. Throws `invalid_cursor`. */
export function readCursor(cursor: string, count: number): [string, ...string[]] {
  try {
    const read = place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (read.length === count + 1) return [read[0], ...read.slice(1)];
  } catch {
    // Not one of ours.
  }
  throw BillingError.invalidCursor();
}

/** How many entries a page has: 1 to 200, 50 unless told. */
export function pageSize(limit: number | undefined): number {
  return Math.min(Math.max(Math.trunc(limit ?? 50), 1), 200);
}

/** A page of rows of which one more than `limit` was read. */
export function pageOf<Row, Entry>(
  rows: readonly Row[],
  limit: number,
  { view, cursor }: { view: (row: Row) => Entry; cursor: (row: Row) => string },
): Page<Entry> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { entries: shown.map(view), nextCursor: rows.length > limit && last !== undefined ? cursor(last) : null };
}
