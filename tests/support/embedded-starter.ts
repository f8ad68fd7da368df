import { startEmbeddedPostgres } from '@/db/embedded';

/** Run by tests as a process that they can kill: starts the server of a folder, tells its address, and waits. */
const [dataFolder = ''] = process.argv.slice(2);
const { url, reused, stop } = await startEmbeddedPostgres({ dataFolder, say: console.error });

console.log(JSON.stringify({ url, reused }));
const alive = setInterval(() => {}, 60_000);
process.once('SIGTERM', async () => {
  await stop();
  clearInterval(alive);
});
