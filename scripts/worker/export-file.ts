import { type FileHandle, open } from 'node:fs/promises';
import { billingContext } from '@/lib/billing/context';
import { type Exported, exportEvents } from '@/lib/billing/retention/export';
import { LaunchError } from '../launch/errors';

/** Writes to a file that is not there yet; it is on the disk before the watermark moves. */
export async function exportToFile(file: string, { all }: { all: boolean }): Promise<Exported> {
  const context = billingContext();
  const handle = await create(file);
  try {
    return await exportEvents(context, {
      all,
      write: async (line) => {
        await handle.write(`${line}\n`);
      },
      finish: () => handle.sync(),
    });
  } finally {
    await handle.close();
    await context.database.$client.end({ timeout: 5 });
  }
}

async function create(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw exists ? new LaunchError(`${file} exists already: an export goes to a file of its own.`) : error;
  }
}
