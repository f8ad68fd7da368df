import { z } from 'zod';
import { type Operation, operations } from './operations';

/** One field of a body, as a person reads it. */
export interface FieldView {
  name: string;
  /** Of JSON. */
  type: string;
  isRequired: boolean;
  description: string;
}

/** An operation as a person reads it. */
export interface OperationView extends Pick<Operation, 'method' | 'path' | 'summary' | 'scope'> {
  fields: { body: FieldView[]; answer: FieldView[] };
}

/** All operations as a person reads them, in order. */
export function listOperations(): OperationView[] {
  return Object.values(operations).map(({ method, path, summary, scope, body, answer }) => ({
    ...{ method, path, summary, scope },
    fields: { body: body ? fieldsOf(body) : [], answer: fieldsOf(answer) },
  }));
}

const described = z.object({
  properties: z.record(
    z.string(),
    z.object({
      type: z.string().optional(),
      anyOf: z.array(z.object({ type: z.string() })).optional(),
      description: z.string().default(''),
    }),
  ),
  required: z.array(z.string()).default([]),
});

function fieldsOf(schema: z.ZodObject): FieldView[] {
  const { properties, required } = described.parse(z.toJSONSchema(schema, { io: 'input' }));
  return Object.entries(properties).map(([name, { type, anyOf, description }]) => ({
    ...{ name, description, isRequired: required.includes(name) },
    type: type ?? anyOf?.map((either) => either.type).join(' or ') ?? 'any',
  }));
}
