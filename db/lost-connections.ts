import type postgres from 'postgres';
import { begin, type Work } from './begin';
import { isLoss } from './losses';

/**
 * A client that gets over the loss of its connections. The driver does not: what a lost connection left unfinished
 * stays in it and meets whoever has it next. Statements of a transaction that is gone run outside of any, the next
 * statement fails with the last one's error, or the connection never opens again
 * (https://github.com/porsager/postgres/issues/1199, https://github.com/porsager/postgres/pull/1155). So a transaction
 * sends nothing more once it has lost its connection (`begin`), and after a loss new work goes to a new client.
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
      if (name === 'begin') return (work: Work) => watch(begin(client, work));
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
