import { openApiDocument } from '@/lib/api';

export const dynamic = 'force-dynamic';

/** What the API can do, for everybody. */
export function GET(): Response {
  return Response.json(openApiDocument());
}
