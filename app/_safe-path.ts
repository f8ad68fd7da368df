/** A path of ours, whatever an address bar or a form says; anything else is the dashboard. */
export function safePath(value: unknown, otherwise = '/dashboard'): string {
  if (typeof value !== 'string' || value.length > 500 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value)) return otherwise;
  const { origin, pathname, search } = new URL(value, 'http://ours.invalid');
  return origin === 'http://ours.invalid' && !pathname.startsWith('//') ? `${pathname}${search}` : otherwise;
}
