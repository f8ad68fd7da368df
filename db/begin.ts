import type postgres from 'postgres';
import { isLoss } from './losses';

/** What a transaction is sent through: all that drizzle asks of the driver for one. */
export interface TransactionClient {
  unsafe(...statement: Statement): Query;
  savepoint(work: Work): Promise<unknown>;
}

type Statement = Parameters<postgres.Sql['unsafe']>;
type Query = ReturnType<postgres.Sql['unsafe']>;
export type Work = (client: TransactionClient) => unknown;

/**
 * As the driver's `begin`, but `begin` and the savepoints are not waited for: they travel with the statement after
 * them, and the server runs them in turn. A `begin` fails only with its connection. Any other statement that fails undoes
 * the transaction or the savepoint that it was sent in, whatever the work does about it. Nothing more is sent once the
 * connection is lost.
 */
export async function begin(client: postgres.Sql, work: Work): Promise<unknown> {
  const held = await hold(client);
  return Promise.race([held.lost, commitOrRollBack(held, work)]);
}

/** Takes a connection out of the pool, with `begin` on its way. The driver takes it back with the end of the transaction. */
function hold(client: postgres.Sql): Promise<HeldConnection> {
  return new Promise((resolve, reject) => {
    let held: HeldConnection | null = null;
    const onexecute = (connection: DriverConnection) => {
      held = new HeldConnection(client, connection);
      resolve(held);
    };
    const options = { prepare: false, onexecute };
    client.unsafe('begin', [], options).catch((error: unknown) => {
      held?.lose(error);
      reject(error);
    });
  });
}

async function commitOrRollBack(held: HeldConnection, work: Work): Promise<unknown> {
  let value: unknown;
  try {
    value = await runScope(held, work);
  } catch (error) {
    await held.end('rollback');
    throw error;
  }
  const { command } = await held.end('commit');
  // That is how Postgres commits a transaction that has failed.
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
  return value;
}

async function savepoint(held: HeldConnection, work: Work): Promise<unknown> {
  const name = held.nextSavepoint();
  void held.send([`savepoint ${name}`]);
  try {
    return await runScope(held, work);
  } catch (error) {
    await held.send([`rollback to ${name}`]);
    throw error;
  }
}

/** Throws what its first statement that failed threw, if the work does not throw itself. */
async function runScope(held: HeldConnection, work: Work): Promise<unknown> {
  const failures: unknown[] = [];
  const value = await work({
    unsafe: (...statement) => held.send(statement, failures),
    savepoint: (inner) => savepoint(held, inner),
  });
  if (failures.length > 0) throw failures[0];
  return value;
}

/** What the driver calls a connection; its own `begin` has no other way to it. The version is pinned for this. */
interface DriverConnection {
  /** False when the next has to wait until the server is ready. */
  execute(query: DriverQuery): boolean;
  /** Called when the server is ready and a transaction is open; at its end the driver goes on by itself. */
  reserved: (() => void) | null;
  onclose: ((error: Error) => void) | null;
}

interface DriverQuery {
  reject(error: Error): void;
}

class HeldConnection {
  readonly lost: Promise<never>;
  lose: (error: unknown) => void = () => {};
  private isLost = false;
  private isEnded = false;
  private isBusy = false;
  private readonly waiting: DriverQuery[] = [];
  private savepoints = 0;

  constructor(
    private readonly client: postgres.Sql,
    private readonly connection: DriverConnection,
  ) {
    this.lost = new Promise((_, reject) => {
      this.lose = (error) => {
        this.isLost = true;
        reject(error);
      };
    });
    connection.onclose = this.lose;
    connection.reserved = () => this.onReady();
  }

  /** Sends a statement behind those before it. Throws when the connection is lost or the transaction over. */
  send(statement: Statement, failures: unknown[] = []): Query {
    if (this.isLost || this.isEnded) throw new Error('The connection of this transaction was lost.');
    const query = Object.assign(this.client.unsafe(...statement), {
      handler: (sent: DriverQuery) => this.execute(sent),
    });
    query.catch((error: unknown) => {
      failures.push(error);
      if (isLoss(error)) this.lose(error);
    });
    return query;
  }

  end(statement: 'commit' | 'rollback') {
    const query = this.send([statement]);
    this.isEnded = true;
    return query;
  }

  nextSavepoint(): string {
    this.savepoints += 1;
    return `s${this.savepoints}`;
  }

  private execute(query: DriverQuery): void {
    if (this.isLost) query.reject(new Error('The connection of this transaction was lost.'));
    else if (this.isBusy) this.waiting.push(query);
    else this.isBusy = !this.connection.execute(query);
  }

  private onReady(): void {
    this.isBusy = false;
    for (const query of this.waiting.splice(0)) this.execute(query);
  }
}
