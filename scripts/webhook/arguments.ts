import { parseArgs } from 'node:util';
import { type ProviderName, providerNames } from '@/lib/billing/events';
import { WebhookCommandError } from './errors';

export interface WebhookRequest {
  provider: ProviderName;
  file: string;
  /** How often the payload is delivered, and how many deliveries are under way at once. */
  times: number;
  parallel: number;
  eventId: string | undefined;
  secret: string | undefined;
  url: string | undefined;
}

const usage =
  'Use: npm run webhook -- send <provider> <file.json> [--times n] [--parallel n] [--event-id id] [--secret s] [--url u]';

const most = 100_000;

/** Reads what was typed. Throws `WebhookCommandError` with one sentence about the first thing that is wrong. */
export function readArguments(typed: string[]): WebhookRequest {
  const { values, positionals } = parse(typed);
  const [command, provider, file, more] = positionals;
  if (command !== 'send' || !provider || !file || more !== undefined) throw new WebhookCommandError(usage);
  const known = providerNames.find((name) => name === provider);
  if (!known) {
    throw new WebhookCommandError(`There is no provider "${provider}": it is one of ${providerNames.join(', ')}.`);
  }
  return {
    provider: known,
    file,
    times: readCount('--times', values.times),
    parallel: readCount('--parallel', values.parallel),
    eventId: readEventId(known, values['event-id']),
    secret: readText('--secret', values.secret),
    url: readUrl(values.url),
  };
}

function parse(typed: string[]) {
  const text = { type: 'string' } as const;
  const options = { times: text, parallel: text, 'event-id': text, secret: text, url: text };
  try {
    return parseArgs({ args: typed, options, allowPositionals: true });
  } catch (error) {
    // Node's message goes on with advice about dashes; its first sentence names what is wrong.
    const [reason] = error instanceof Error ? error.message.split('. ') : [];
    throw new WebhookCommandError(`${reason ?? usage}`);
  }
}

function readCount(option: string, value: string | undefined): number {
  const count = Number(value ?? '1');
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw new WebhookCommandError(`${option} must be a whole number from 1 to ${most}, not "${value}".`);
  return count;
}

function readEventId(provider: ProviderName, eventId: string | undefined): string | undefined {
  if (eventId === undefined) return undefined;
  if (provider === 'lemonsqueezy') {
    throw new WebhookCommandError(
      'Lemon Squeezy sends no event id: its bytes identify an event, so change the file instead of using --event-id.',
    );
  }
  if (!/^[\x21-\x7e]{1,200}$/.test(eventId))
    throw new WebhookCommandError('--event-id must have 1 to 200 visible ASCII characters.');
  return eventId;
}

function readText(option: string, value: string | undefined): string | undefined {
  if (value === '') throw new WebhookCommandError(`${option} must not be empty.`);
  return value;
}

function readUrl(url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const isAddress = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isAddress) throw new WebhookCommandError(`--url must be the full address of an endpoint, not "${url}".`);
  return url;
}
