import { BlockList, isIP, isIPv4 } from 'node:net';

/** Not of the public internet, by IANA's registries of special-purpose addresses. */
const reserved = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  reserved.addSubnet(network, prefix, 'ipv4');
// Within the global unicast block: protocol assignments with Teredo, documentation, 6to4, which carry others inside.
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(network, prefix, 'ipv6');

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is one of the public internet: not loopback, private, link-local, multicast or a wrapper. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address, 'ipv4');
  if (isIP(address) !== 6) return false;
  return globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

export type UrlFault = 'not_a_url' | 'not_https' | 'has_credentials' | 'private_address';

/** What is wrong with an endpoint's address before any name is resolved; null: nothing. */
export function faultOfUrl(text: string, allowPrivate: boolean): UrlFault | null {
  if (!URL.canParse(text)) return 'not_a_url';
  const url = new URL(text);
  const isHttp = url.protocol === 'http:' && allowPrivate;
  if (url.protocol !== 'https:' && !isHttp) return 'not_https';
  if (url.username !== '' || url.password !== '') return 'has_credentials';
  const host = hostOf(url);
  const isLiteral = isIP(host) !== 0;
  return isLiteral && !allowPrivate && !isPublicAddress(host) ? 'private_address' : null;
}

/** Without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
