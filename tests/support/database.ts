import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { createDatabase, type Database, type DatabaseOptions } from '@/db/client';

export interface TestDatabase {
  db: Database;
  /** For further pools (`openConnection`) and other processes. */
  url: string;
  /** Closes every pool of this file on the database, and removes it. */
  drop(): Promise<void>;
}

const opened = new Map<string, Database[]>();

/** A database of one's own with the whole schema and no rows, on the run's server: a copy of a migrated template. */
export async function createTestDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer((server) => server.unsafe(`create database ${name} template paidonce`));
  const url = withDatabase(inject('databaseUrl'), name);
  const db = openConnection(url, options);
  return { db, url, drop: () => dropTestDatabase(url, name) };
}

/** Another pool on a test database, for races on separate connections. It is closed with the database. */
export function openConnection(url: string, options: DatabaseOptions = {}): Database {
  // Fifty connections that a busy machine opens at once take their time.
  const db = createDatabase(url, { connectTimeout: 120, ...options });
  opened.set(url, [...(opened.get(url) ?? []), db]);
  return db;
}

async function dropTestDatabase(url: string, name: string): Promise<void> {
  await Promise.all((opened.get(url) ?? []).map((db) => db.$client.end({ timeout: 5 })));
  opened.delete(url);
  await onServer((server) => server.unsafe(`drop database if exists ${name} with (force)`));
}

/** From the maintenance database, since a template with a connection open cannot be copied. */
async function onServer(use: (server: postgres.Sql) => Promise<unknown>): Promise<void> {
  const server = postgres(withDatabase(inject('databaseUrl'), 'postgres'), { max: 1, onnotice: () => {} });
  try {
    await use(server);
  } finally {
    await server.end();
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.toString();
}
