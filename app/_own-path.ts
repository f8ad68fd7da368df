/** Our own hosted page is opened on the address that the visitor came by, which a tunnel may have changed. */
export function ownPath(url: string): string {
  const { pathname } = new URL(url);
  return pathname.startsWith('/sandbox/') ? pathname : url;
}
