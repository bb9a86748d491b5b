import { DATA_LENGTH } from './data-text.ts';
import type { Fields, Shape } from './shape.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** JSON Schema (draft 2020-12) of an object with these fields, as clients get it. */
export function jsonSchemaOf(fields: Fields): JsonSchema & { readonly type: 'object' } {
  const names = Object.keys(fields);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, schemaOf(fields[name])])),
    required: names.filter((name) => fields[name]?.kind !== 'optional'),
    additionalProperties: false,
  };
}

function schemaOf(shape: Shape | undefined): JsonSchema {
  switch (shape?.kind) {
    case undefined:
      return {};
    case 'text':
      return { type: 'string', maxLength: shape.most, ...about(shape) };
    case 'data':
      return { type: 'string', maxLength: DATA_LENGTH, ...about(shape) };
    case 'number':
      return { type: 'number', ...bounds(shape), ...about(shape) };
    case 'flag':
      return { type: 'boolean', ...about(shape) };
    case 'choice':
      return { type: 'string', enum: shape.words, ...about(shape) };
    case 'list':
      return { type: 'array', items: schemaOf(shape.item), minItems: shape.least, maxItems: shape.most, ...about(shape) };
    case 'object':
      return { ...jsonSchemaOf(shape.fields), ...about(shape) };
    case 'optional':
      return { ...schemaOf(shape.of), ...(shape.fallback === undefined ? {} : { default: shape.fallback }) };
  }
}

function about({ about: description }: { readonly about: string }): JsonSchema {
  return description === '' ? {} : { description };
}

/** Bounds that every number has say nothing. */
function bounds({ least, most }: { readonly least: number; readonly most: number }): JsonSchema {
  return {
    ...(least > Number.MIN_SAFE_INTEGER ? { minimum: least } : {}),
    ...(most < Number.MAX_SAFE_INTEGER ? { maximum: most } : {}),
  };
}
