import { z } from 'zod';
import { type Operation, operations } from './operations';
import { problems } from './problem';

/** The API as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.0), drawn from what the calls are checked against. */
export function openApiDocument(appUrl: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Credits',
      version: '1',
      description:
        'For servers of your product. Every write takes an Idempotency-Key: the same request again gets the same answer, and nothing is spent twice.',
    },
    servers: [{ url: `${appUrl}/api/v1` }],
    security: [{ teamKey: [] }],
    paths: paths(),
    components: {
      securitySchemes: { teamKey: { type: 'http', scheme: 'bearer', description: 'A key of the team: pk_…' } },
      schemas: { Problem: problem },
    },
  };
}

function paths(): Record<string, object> {
  const found: Record<string, Record<string, object>> = {};
  for (const [name, operation] of Object.entries(operations))
    found[operation.path] = { ...found[operation.path], [operation.method.toLowerCase()]: describe(name, operation) };
  return found;
}

function describe(operationId: string, { summary, scope, path, body, answer, httpStatus }: Operation): object {
  const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' } },
  }));
  return {
    operationId,
    summary,
    description: `Needs the scope \`${scope}\`.`,
    parameters: [...pathParameters, ...(body ? [idempotencyKey] : [])],
    ...(body ? { requestBody: { content: jsonOf(z.toJSONSchema(body, { io: 'input' })) } } : {}),
    responses: {
      [httpStatus]: { description: 'Done.', headers: limits, content: jsonOf(z.toJSONSchema(answer)) },
      default: {
        description: 'A problem, with a code to go by.',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

const jsonOf = (schema: object) => ({ 'application/json': { schema } });

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Yours, one for each thing that you want done: 1 to 180 printable characters.',
  schema: { type: 'string', minLength: 1, maxLength: 180 },
};

const whole = { schema: { type: 'integer' } };

const limits = {
  'RateLimit-Limit': { description: 'Requests of this key in a minute.', ...whole },
  'RateLimit-Remaining': { description: 'What is left of them.', ...whole },
  'RateLimit-Reset': { description: 'Seconds until all are free again.', ...whole },
};

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(problems) },
  },
};
