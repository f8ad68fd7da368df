import { describe, expect, it } from 'vitest';
import { faultOfUrl, isPublicAddress } from '@/lib/billing/outbox/address';

describe('an address', () => {
  it.each(['93.184.216.34', '8.8.8.8', '172.15.0.1', '172.32.0.1', '2606:2800:220:1:248:1893:25c8:1946'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:7f00:1::',
    '2001:db8::1',
    'example.com',
    '',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('an endpoint', () => {
  it.each([
    ['https://hooks.example.com/in', false, null],
    ['http://hooks.example.com/in', false, 'not_https'],
    ['ftp://hooks.example.com/in', true, 'not_https'],
    ['https://user:secret@hooks.example.com/', false, 'has_credentials'],
    ['hooks.example.com', false, 'not_a_url'],
    ['https://127.0.0.1/', false, 'private_address'],
    ['https://2130706433/', false, 'private_address'],
    ['https://0x7f.1/', false, 'private_address'],
    ['https://[::1]/', false, 'private_address'],
    ['https://[::ffff:7f00:1]/', false, 'private_address'],
    ['http://127.0.0.1:4000/', true, null],
  ])('%s (private allowed: %s) is judged %s', (url, allowPrivate, fault) => {
    expect(faultOfUrl(url, allowPrivate)).toBe(fault);
  });
});
