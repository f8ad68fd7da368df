import { parseArgs } from 'node:util';
import { createDatabase } from '@/db/client';
import { BillingError } from '@/lib/billing/errors';
import {
  addEndpoint,
  type EndpointContext,
  type EndpointView,
  enableEndpoint,
  listEndpoints,
  rotateSecret,
} from '@/lib/billing/outbox/endpoints';
import { isMessageType, messageTypes } from '@/lib/billing/outbox/messages';
import { systemClock } from '@/lib/clock';
import { borrowDatabase } from './launch/database';
import { defaultDataFolder, loadEnvFiles } from './launch/environment';
import { runCommand } from './launch/errors';

const usage = `Usage: npm run endpoints -- add <url> [--events type,type] [--description text]
       npm run endpoints -- list
       npm run endpoints -- rotate <id> [--keep-hours 24]
       npm run endpoints -- enable|disable <id>
Types: ${messageTypes.join(', ')}. Without --events: all of them.`;

/** `npm run endpoints`: which of the owner's own systems hear what happens, in the database in use. */
void runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      events: { type: 'string', default: '' },
      description: { type: 'string', default: '' },
      'keep-hours': { type: 'string', default: '24' },
    },
  });
  const [verb, subject] = positionals;
  if (!verb || (verb !== 'list' && !subject)) return refuse(usage);
  loadEnvFiles('development');
  const inUse = await borrowDatabase(defaultDataFolder);
  const database = createDatabase(inUse.url, { max: 1 });
  const settings = { outgoingAllowPrivate: process.env.OUTGOING_WEBHOOKS_ALLOW_PRIVATE?.trim() === 'on' };
  try {
    return await run({ database, clock: systemClock, settings }, { verb, subject: subject ?? '', values });
  } catch (error) {
    if (error instanceof BillingError) return refuse(error.message);
    throw error;
  } finally {
    await database.$client.end();
    await inUse.stop();
  }
});

interface Command {
  verb: string;
  subject: string;
  values: { events: string; description: string; 'keep-hours': string };
}

async function run(context: EndpointContext, { verb, subject, values }: Command): Promise<number> {
  switch (verb) {
    case 'add':
      return add(context, subject, values);
    case 'list':
      for (const endpoint of await listEndpoints(context)) console.log(lineOf(endpoint));
      return 0;
    case 'rotate':
      return rotate(context, subject, Number(values['keep-hours']));
    case 'enable':
    case 'disable':
      await enableEndpoint(context, subject, verb === 'enable');
      console.log(`${subject} is ${verb}d.`);
      return 0;
    default:
      return refuse(usage);
  }
}

async function add(context: EndpointContext, url: string, { events, description }: Command['values']) {
  const named = events.split(',').flatMap((part) => part.trim() || []);
  const eventTypes = named.filter(isMessageType);
  if (eventTypes.length < named.length) return refuse(usage);
  const { id, secret } = await addEndpoint(context, { url, eventTypes, description });
  console.log(`${id} is added. It is shown once, so keep it: the secret that signs what it gets is\n${secret}`);
  return 0;
}

async function rotate(context: EndpointContext, id: string, hours: number): Promise<number> {
  if (!(hours >= 0 && hours <= 720)) return refuse('--keep-hours is a number from 0 to 720.');
  const secret = await rotateSecret(context, id, hours * 3_600_000);
  console.log(`The new secret of ${id}, shown once; the old one signs beside it for ${hours} hours:\n${secret}`);
  return 0;
}

function lineOf({ id, url, eventTypes, isEnabled, description }: EndpointView): string {
  const types = eventTypes.length === 0 ? 'all types' : eventTypes.join(',');
  return [id, isEnabled ? 'enabled' : 'disabled', url, types, description].filter((part) => part !== '').join('  ');
}

function refuse(sentence: string): number {
  console.error(sentence);
  return 1;
}
