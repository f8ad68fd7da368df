import { fileURLToPath } from 'node:url';
import { startTestServer } from '../tests/support/test-server';
import { type Guard, guards } from './mutations/guards';
import { runTests, type TestServer } from './mutations/run-tests';
import { findMoved, openWorkshop, type Workshop } from './mutations/workshop';

/** Takes the guards of the money's way away one at a time; each time at least one test has to turn red. */
const root = fileURLToPath(new URL('..', import.meta.url));
/** Vitest takes a core, and the server the rest of the second. */
const workers = 2;

const moved = findMoved(root, guards);
if (moved.length > 0) {
  console.error(moved.join('\n'));
  process.exit(1);
}
const server = await startTestServer();
const workshops = Array.from({ length: workers }, () => openWorkshop(root));
const results = (await areGreen()) ? await removeEach() : [];
await server.stop();
const killed = results.filter((isKilled) => isKilled).length;
console.log(`${killed} passed, ${guards.length - killed} failed`);
process.exit(killed === guards.length ? 0 : 1);

/** With every guard in place every named test has to pass, or its failure would say nothing. */
async function areGreen(): Promise<boolean> {
  const [workshop] = workshops;
  if (!workshop) return false;
  const tests = guards.flatMap((guard) => guard.tests);
  const { passed, failed, output } = await runTests(workshop.folder, tests, server);
  const missing = guards.filter(
    (guard) => !guard.tests.every(({ name }) => passed.some((full) => full.startsWith(name))),
  );
  if (failed.length === 0 && missing.length === 0) {
    console.log(`With every guard in place ${passed.length} tests are green.`);
    return true;
  }
  console.error(`Not green with every guard in place: ${failed.join('; ') || 'no test failed, but some did not run.'}`);
  for (const { name } of missing) console.error(`No test that passed was found for "${name}".`);
  if (passed.length === 0) console.error(output);
  return false;
}

async function removeEach(): Promise<boolean[]> {
  const queue = [...guards];
  const done: boolean[] = [];
  await Promise.all(
    workshops.map(async (workshop) => {
      for (let guard = queue.shift(); guard; guard = queue.shift()) done.push(await isMissed(workshop, guard, server));
    }),
  );
  return done;
}

/** Whether a test notices that this guard is gone. */
async function isMissed(workshop: Workshop, guard: Guard, on: TestServer): Promise<boolean> {
  const putBack = workshop.remove(guard);
  const { failed, passed, output } = await runTests(workshop.folder, guard.tests, on);
  putBack();
  const [killer] = failed;
  if (killer !== undefined) {
    console.log(`${guard.name}: killed by "${killer}"`);
    return true;
  }
  console.log(`${guard.name}: SURVIVED ${guard.file}`);
  if (passed.length === 0) console.error(output);
  return false;
}
