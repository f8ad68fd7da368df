import { fileURLToPath } from 'node:url';
import { startTestServer } from '../tests/support/test-server';
import { type Guard, guards } from './mutations/guards';
import { openTestRunner, type TestRunner } from './mutations/run-tests';
import { findMoved, openWorkshop, type Workshop } from './mutations/workshop';

/** Takes the guards of the money's way away one at a time; each time at least one test has to turn red. */
const root = fileURLToPath(new URL('..', import.meta.url));
/** A test takes a core, and the server the rest of the second. */
const workers = 2;

interface Bench {
  workshop: Workshop;
  runner: TestRunner;
}

const moved = findMoved(root, guards);
if (moved.length > 0) {
  console.error(moved.join('\n'));
  process.exit(1);
}
const server = await startTestServer();
Object.assign(process.env, { TEST_SERVER_URL: server.url, TEST_SERVER_LOG: server.log });
const benches = await Promise.all(Array.from({ length: workers }, openBench));
const killed = (await areGreen()) ? await removeEach() : 0;
await Promise.all(benches.map(({ runner }) => runner.close()));
await server.stop();
console.log(`${killed} passed, ${guards.length - killed} failed`);
process.exit(killed === guards.length ? 0 : 1);

async function openBench(): Promise<Bench> {
  const workshop = openWorkshop(root);
  return { workshop, runner: await openTestRunner(workshop.folder) };
}

/** With every guard in place every named test has to pass, or its failure would say nothing. */
async function areGreen(): Promise<boolean> {
  const tests = guards.flatMap((guard) => guard.tests);
  const files = [...new Set(tests.map(({ file }) => file))];
  const results = await Promise.all(
    benches.map(({ runner }, place) => {
      const own = new Set(files.filter((_, index) => index % benches.length === place));
      return runner.run(tests.filter(({ file }) => own.has(file)));
    }),
  );
  const passed = results.flatMap((result) => result.passed);
  const failed = results.flatMap((result) => result.failed);
  const missing = tests.filter(({ name }) => !passed.some((full) => full.startsWith(name)));
  if (failed.length === 0 && missing.length === 0) {
    console.log(`With every guard in place ${passed.length} tests are green.`);
    return true;
  }
  console.error(`Not green with every guard in place: ${failed.join('; ') || 'no test failed, but some did not run.'}`);
  for (const { name } of missing) console.error(`No test that passed was found for "${name}".`);
  console.error(results.flatMap(({ errors }) => errors).join('\n'));
  return false;
}

/** Returns how many were missed by a test. */
async function removeEach(): Promise<number> {
  const queue = [...guards];
  let missed = 0;
  await Promise.all(
    benches.map(async (bench) => {
      for (let guard = queue.shift(); guard; guard = queue.shift()) if (await isMissed(bench, guard)) missed += 1;
    }),
  );
  return missed;
}

/** Whether a test notices that this guard is gone. */
async function isMissed({ workshop, runner }: Bench, guard: Guard): Promise<boolean> {
  const putBack = workshop.remove(guard);
  runner.forget(guard.file);
  const { failed, errors } = await runner.run(guard.tests);
  putBack();
  runner.forget(guard.file);
  const [killer] = failed;
  console.log(`${guard.name}: ${killer === undefined ? `SURVIVED ${guard.file}` : `killed by "${killer}"`}`);
  if (killer === undefined) console.error(errors.join('\n'));
  return killer !== undefined;
}
