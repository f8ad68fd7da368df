import { installedNames } from '../support/installed';
import { bytes, type Checkouts, type HostileCase, hostileCase, payment, signedCase } from './case';

const mebibyte = 1024 * 1024;
const tooLarge = ['413 body_too_large'];

/** Requests whose way in is wrong, whatever they carry. */
export function badRequests(checkouts: Checkouts): HostileCase[] {
  const methods = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const names = [
    'nobody',
    'STRIPE',
    'stripe.',
    'constructor',
    '__proto__',
    'toString',
    '%00',
    '%C3%BC',
    'x'.repeat(5000),
  ];
  return [
    ...installedNames.flatMap((provider) =>
      methods.map((method) => {
        const { checkout, body } = payment(checkouts, provider);
        const { headers } = signedCase(provider, { name: method, body, answers: [] });
        const sent = method === 'GET' || method === 'HEAD' ? new Uint8Array() : body;
        const answers = method === 'HEAD' ? ['405'] : ['405 method_not_allowed'];
        return hostileCase(provider, { name: method, method, headers, body: sent, checkout, answers });
      }),
    ),
    ...names.map((name) =>
      hostileCase(name, { name: 'is no provider', body: bytes('{}'), answers: ['404 unknown_provider'] }),
    ),
  ];
}

/** A payment with something beside it that makes the body exactly `length` bytes long. */
function padded(checkouts: Checkouts, provider: (typeof installedNames)[number], length: number) {
  const { checkout, body } = payment(checkouts, provider);
  const text = new TextDecoder().decode(body);
  const start = '{"padding":"';
  const padding = 'x'.repeat(length - body.length - start.length - '",'.length + 1);
  return { checkout, body: bytes(`${start}${padding}",${text.slice(1)}`) };
}

export function largeBodies(checkouts: Checkouts): HostileCase[] {
  return installedNames.flatMap((provider) => {
    const make = (name: string, length: number, answers: readonly string[], isChunked: boolean) =>
      signedCase(provider, { name, answers, isChunked, ...padded(checkouts, provider, length) });
    return [
      make('60 kB', 60_000, ['200 applied'], false),
      make('a whole MiB', mebibyte, ['200 applied'], false),
      make('a whole MiB in chunks', mebibyte, ['200 applied'], true),
      make('a byte more than a MiB', mebibyte + 1, tooLarge, false),
      make('a byte more than a MiB in chunks', mebibyte + 1, tooLarge, true),
      make('2 MB', 2_000_000, tooLarge, false),
      make('2 MB in chunks', 2_000_000, tooLarge, true),
    ];
  });
}

export function hugeBodies(): HostileCase[] {
  const body = new Uint8Array(20_000_000).fill(0x20);
  return [false, true].map((isChunked) =>
    hostileCase('stripe', { name: `20 MB${isChunked ? ' in chunks' : ''}`, body, isChunked, answers: tooLarge }),
  );
}
