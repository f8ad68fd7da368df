import { gzipSync } from 'node:zlib';
import type { ProviderName } from '@/lib/billing/events';
import { bytes, type Checkouts, type HostileCase, payment, signed, signedCase } from './case';

const parked = ['200 parked'];
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

/** Correctly signed, and no event that anybody could read. */
export function unreadableBodies(provider: ProviderName): HostileCase[] {
  const bodies: [string, Uint8Array][] = [
    ['nothing', bytes('')],
    ['a space', bytes(' ')],
    ['half an object', bytes('{"id":"evt_1","type":')],
    ['an array', bytes('[]')],
    ['a text', bytes('"event"')],
    ['a number', bytes('1e400')],
    ['null', bytes('null')],
    ['not a number', bytes('{"id":NaN}')],
    ['an empty object', bytes('{}')],
    ['two objects', bytes('{}{}')],
    ['a form', bytes('id=evt_1&type=checkout.session.completed')],
    ['XML', bytes('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><event>&b;</event>')],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
    ['UTF-16', new Uint8Array(Buffer.from('{"id":"evt_1"}', 'utf16le'))],
    ['zeros', new Uint8Array(1000)],
    ['100,000 arrays in each other', bytes(deep(100_000))],
    ['an object in 20,000 others', bytes(`${'{"data":'.repeat(20_000)}1${'}'.repeat(20_000)}`)],
    [
      'only a prototype',
      bytes('{"__proto__":{"id":"evt_1","type":"order.paid"},"constructor":{"prototype":{"id":"evt_2"}}}'),
    ],
    ['gzip', gzipSync('{"id":"evt_1"}')],
  ];
  // The event's name has to be in the bytes, since those with a header for it park whatever has a type.
  return bodies.map(([name, body]) => signedCase(provider, { name: `body: ${name}`, body, answers: parked }));
}

/** Correctly signed payments in bytes that tempt one to read them in another way; each is paid once. */
export function strangeButTrue(checkouts: Checkouts, provider: ProviderName): HostileCase[] {
  const applied = ['200 applied'];
  const rewrite = (name: string, change: (text: string) => string) => {
    const { checkout, body } = payment(checkouts, provider);
    const changed = bytes(change(new TextDecoder().decode(body)));
    return signedCase(provider, { name: `body: ${name}`, checkout, body: changed, answers: applied });
  };
  const add = (name: string, json: string) => rewrite(name, (text) => text.replace(/^\{/, `{${json},`));
  const withHeaders = (name: string, headers: Record<string, string>) => {
    const { checkout, body } = payment(checkouts, provider);
    return signedCase(provider, { name, checkout, body, headers: () => headers, answers: applied });
  };
  return [
    rewrite('indented, with a line at the end', (text) => `${JSON.stringify(JSON.parse(text), null, 2)}\r\n`),
    rewrite('escaped slashes and letters', (text) => text.replaceAll('/', '\\/').replace('Example', '\\u0045xample')),
    rewrite('names in other scripts', (text) => text.replaceAll('Example Team', 'Ünï € 😀 𝄞 שלום مرحبا 株式会社')),
    add('a prototype beside the event', '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}'),
    add('deep fields that nobody asked for', `"extra":${deep(5000)}`),
    add('NUL and lone surrogates where nobody looks', '"extra":"\\u0000 \\ud800 \\udfff"'),
    add('a megabyte of spaces', `"extra":"${' '.repeat(900_000)}"`),
    withHeaders('as plain text', { 'content-type': 'text/plain' }),
    withHeaders('as a form', { 'content-type': 'application/x-www-form-urlencoded' }),
    withHeaders('as a form of parts', { 'content-type': 'multipart/form-data; boundary=x' }),
    withHeaders('as UTF-16', { 'content-type': 'application/json; charset=utf-16' }),
    withHeaders('as nothing', { 'content-type': '' }),
    withHeaders('said to be compressed', { 'content-encoding': 'gzip' }),
    withHeaders(
      'with a hundred headers',
      Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`x-flood-${n}`, 'y'])),
    ),
    withHeaders('from a foreign page', { origin: 'null', referer: 'https://evil.example', cookie: 'session=stolen' }),
    withHeaders('for another host', {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-for': '127.0.0.1',
    }),
  ];
}

/** The two that send an event's id as a header, in which proxies and people may write what they like. */
export function strangeHeaderIds(checkouts: Checkouts): HostileCase[] {
  const ids = { '5 kB long': 'x'.repeat(5000), 'not ASCII': 'msg_\u00e9\u00ff', 'a path': '../../etc/passwd' };
  return (['polar', 'sandbox'] as const).flatMap((provider) =>
    Object.entries(ids).map(([name, id]) => {
      const { checkout, body } = payment(checkouts, provider);
      const headers = () => signed(provider, body, `${id}${name === '5 kB long' ? '' : checkout.checkoutId}`);
      return signedCase(provider, { name: `header id: ${name}`, checkout, body, headers, answers: ['200 applied'] });
    }),
  );
}

/** Compressed on the way: the bytes that came in are what was not signed. */
export function compressed(checkouts: Checkouts, provider: ProviderName): HostileCase {
  const { checkout, body } = payment(checkouts, provider);
  const headers = () => ({ ...signed(provider, body, `msg_${checkout.checkoutId}`), 'content-encoding': 'gzip' });
  const gzipped = new Uint8Array(gzipSync(body));
  return signedCase(provider, {
    name: 'compressed after signing',
    checkout,
    body: gzipped,
    headers,
    answers: ['400 wrong_signature'],
  });
}
