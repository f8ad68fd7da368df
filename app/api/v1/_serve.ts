import { type ApiAnswer, ApiProblem, callApi, type OperationName, problemAnswer } from '@/lib/api';
import { readBytes } from '../_read-bytes';

const maxBytes = 64 * 1024;

type Params = { params: Promise<Record<string, string>> };

/** A route of the API: bytes in, JSON out. It looks at no cookie, so no page can make a browser call it. */
export function serve(operation: OperationName): (request: Request, context: Params) => Promise<Response> {
  return async (request, { params }) => {
    const rawBody = await readBytes(request, maxBytes);
    const headers = Object.fromEntries(request.headers);
    return respond(await callApi({ operation, headers, rawBody, params: await params }));
  };
}

/** What is answered to any other method than `allow`. */
export function refuseBut(allow: 'GET' | 'POST'): () => Response {
  const problem = new ApiProblem('method_not_allowed', `Use ${allow}.`, { headers: { allow } });
  return () => respond(problemAnswer(problem));
}

export function respond({ httpStatus, headers, body }: ApiAnswer): Response {
  return new Response(body, { status: httpStatus, headers });
}
