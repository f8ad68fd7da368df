import { parseArgs } from 'node:util';
import { type ProviderName, providerNames } from '@/lib/billing/events';
import { LaunchError } from '../launch/errors';

export interface Asked {
  /** Null: all that are configured. */
  provider: ProviderName | null;
  /** Null: since the watermark. */
  since: Date | null;
  isDryRun: boolean;
  dataFolder: string | null;
}

const unitsMs: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads `--provider p --since 7d --dry-run`. Throws `LaunchError` with one sentence. */
export function readArguments(args: readonly string[], now: Date): Asked {
  const { values } = parse(args);
  const provider = values.provider ?? null;
  if (provider !== null && !isProvider(provider))
    throw new LaunchError(`--provider is one of ${providerNames.join(', ')}, not "${provider}".`);
  const since = values.since === undefined ? null : readSince(values.since, now);
  return { provider, since, isDryRun: values['dry-run'] ?? false, dataFolder: values.data ?? null };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        provider: { type: 'string' },
        since: { type: 'string' },
        'dry-run': { type: 'boolean' },
        data: { type: 'string' },
      },
    });
  } catch {
    throw new LaunchError('Usage: npm run reconcile -- [--provider stripe] [--since 7d] [--dry-run]');
  }
}

/** `90m`, `12h`, `7d` before now, or a day or a time as in 2026-09-20. */
function readSince(text: string, now: Date): Date {
  const [, count = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const length = unitsMs[unit];
  if (length !== undefined) return new Date(now.getTime() - Number(count) * length);
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? new Date(text) : null;
  if (at === null || Number.isNaN(at.getTime()) || at > now)
    throw new LaunchError(`--since is a length as in 7d or 12h, or a past day as in 2026-09-20, not "${text}".`);
  return at;
}

function isProvider(name: string): name is ProviderName {
  return providerNames.some((one) => one === name);
}
