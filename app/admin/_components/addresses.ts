/** Where an event's page is. Ids are the providers': they may hold anything. */
export function eventUrl({ provider, eventId }: { provider: string; eventId: string }): string {
  return `/admin/inbox/${encodeURIComponent(provider)}/${encodeURIComponent(eventId)}`;
}

export const caseUrl = (caseId: string) => `/admin/cases/${encodeURIComponent(caseId)}`;
export const teamUrl = (teamId: string) => `/admin/teams/${encodeURIComponent(teamId)}`;
export const subscriptionUrl = (id: string) => `/admin/subscriptions/${encodeURIComponent(id)}`;
export const operationUrl = (id: string) => `/admin/renewals/${encodeURIComponent(id)}`;
export const helpUrl = (code: string) => `/admin/help#${encodeURIComponent(code)}`;

/** A part of an address as it was before it was encoded, without zero bytes: no text of ours holds one. */
export function decodePart(part: string): string {
  return decode(part).replaceAll('\0', '');
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
