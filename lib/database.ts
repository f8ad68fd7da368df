import { createDatabase, type Database } from '@/db/client';
import { env } from './env';

// On the global object, because development reloads modules and each reload would open another pool.
const holder = globalThis as typeof globalThis & { paidonceDatabase?: Database };

/** The pool of this process. Throws when no address is set; `npm run dev` and `npm start` set one. */
export function database(): Database {
  if (!env.DATABASE_URL)
    throw new Error('DATABASE_URL is not set. Start with `npm run dev` or `npm start`, or set it.');
  holder.paidonceDatabase ??= createDatabase(env.DATABASE_URL, {
    prepare: env.DATABASE_PREPARE !== 'off',
    max: env.VERCEL_URL ? 3 : 10,
  });
  return holder.paidonceDatabase;
}
