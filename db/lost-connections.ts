import type postgres from 'postgres';

/**
 * A client that gets over the loss of its connections. The driver does not: what a lost connection left unfinished
 * stays in it and meets whoever has it next. Statements of a transaction that is gone run outside of any, the next
 * statement fails with the last one's error, or the connection never opens again
 * (https://github.com/porsager/postgres/issues/1199, https://github.com/porsager/postgres/pull/1155). So a transaction
 * sends nothing more once it has lost its connection, and after a loss new work goes to a new client.
 */
export function outliveLosses(open: () => postgres.Sql): postgres.Sql {
  let current = createGeneration(open());
  const afterLoss = (lost: Generation) => {
    if (lost !== current) return;
    current = createGeneration(open());
    // How values are read and written was set on the first one.
    Object.assign(current.client.options.parsers, lost.client.options.parsers);
    Object.assign(current.client.options.serializers, lost.client.options.serializers);
    retire(lost);
  };
  return new Proxy(current.client, {
    apply: (_, self, parts) => Reflect.apply(current.client, self, parts),
    get: (_, name) => {
      const generation = current;
      const { client } = generation;
      const watch = <T extends Promise<unknown>>(work: T) => watchWork(generation, work, () => afterLoss(generation));
      if (name === 'begin') return (...args: [Work] | [string, Work]) => watch(begin(client, args));
      if (name === 'unsafe') return (...args: Parameters<typeof client.unsafe>) => watch(client.unsafe(...args));
      return Reflect.get(client, name);
    },
  });
}

/** A client, and how much work it still has. */
interface Generation {
  client: postgres.Sql;
  working: number;
  isRetired: boolean;
}

function createGeneration(client: postgres.Sql): Generation {
  return { client, working: 0, isRetired: false };
}

/** It gets no new work, and ends with its last. */
function retire(generation: Generation): void {
  generation.isRetired = true;
  if (generation.working === 0) void generation.client.end({ timeout: 1 });
}

function watchWork<T extends Promise<unknown>>(generation: Generation, work: T, afterLoss: () => void): T {
  generation.working += 1;
  work
    .catch((error: unknown) => {
      if (isLoss(error)) afterLoss();
    })
    .finally(() => {
      generation.working -= 1;
      if (generation.isRetired) retire(generation);
    });
  return work;
}

type Work = (sql: postgres.TransactionSql) => unknown;

function begin(client: postgres.Sql, args: [Work] | [string, Work]): Promise<unknown> {
  const life: Life = { isLost: false };
  const [options, work] = args.length === 2 ? args : ['', args[0]];
  const result = client.begin(options, (sql) => unlessLost(life, () => work(bindToLife(sql, life))));
  result.catch(() => {
    life.isLost = true;
  });
  return result;
}

interface Life {
  isLost: boolean;
}

/**
 * Never settles after a loss, since the driver would send a rollback or a commit to a connection that is not there.
 * Whoever waits for the transaction hears of the loss from the driver.
 */
async function unlessLost<T>(life: Life, work: () => T | Promise<T>): Promise<T> {
  try {
    if (life.isLost) return never();
    const value = await work();
    if (!life.isLost) return value;
  } catch (error) {
    if (!life.isLost && !isLoss(error)) throw error;
    life.isLost = true;
  }
  return never();
}

function never(): Promise<never> {
  return new Promise(() => {});
}

/** Makes a transaction's handle notice the loss, and refuse to send anything afterwards. */
function bindToLife(sql: postgres.TransactionSql, life: Life): postgres.TransactionSql {
  const unsafe = sql.unsafe.bind(sql);
  const savepoint = sql.savepoint.bind(sql);
  return Object.assign(sql, {
    unsafe: (...args: Parameters<typeof unsafe>) => {
      if (life.isLost) throw new Error('The connection of this transaction was lost.');
      const query = unsafe(...args);
      query.catch((error: unknown) => {
        life.isLost ||= isLoss(error);
      });
      return query;
    },
    savepoint: (work: Work) =>
      unlessLost(life, () => savepoint((inner) => unlessLost(life, () => work(bindToLife(inner, life))))),
  });
}

/** The driver's own codes, those of the socket, and those with which Postgres says good-bye. */
const losses = new Set([
  ...['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT'],
  ...['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
  ...['57P01', '57P02'],
]);

function isLoss(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && losses.has(error.code);
}
