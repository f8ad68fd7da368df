import { ApiProblem, problemAnswer } from '@/lib/api';
import { respond } from '../_serve';

export const dynamic = 'force-dynamic';

function refuse(): Response {
  return respond(problemAnswer(new ApiProblem('not_found', 'See /api/v1/openapi.json for what there is.')));
}

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as POST, refuse as PUT };
