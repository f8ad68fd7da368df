import type { Environment } from '../../events';

/** Where Paddle's interface is. A key says for which of the two it is; an old one does not. */
export function addressOf({ apiKey, environment }: { apiKey: string; environment: Environment }): string {
  const isSandbox = apiKey.startsWith('pdl_sdbx_') || (!apiKey.startsWith('pdl_live_') && environment === 'test');
  return isSandbox ? 'https://sandbox-api.paddle.com' : 'https://api.paddle.com';
}
