import { field, isObject } from '../../../../core/text/json-fields.ts';
import type { Fields, FieldsOf, Shape } from './shape.ts';

/** Arguments, or a sentence for each mistake. */
export type Parsed<F extends Fields> = { readonly value: FieldsOf<F> } | { readonly mistakes: readonly string[] };

const MOST_MISTAKES = 5;

/** Refuses unknown names: a misspelt one would silently change the question. */
export function parseFields<F extends Fields>(fields: F, given: unknown): Parsed<F> {
  const mistakes: string[] = [];
  const value = objectOf(fields, given ?? {}, '', mistakes);
  if (mistakes.length > 0) return { mistakes: mistakes.slice(0, MOST_MISTAKES) };
  assertChecked(fields, value);
  return { value };
}

/** The walk above has checked every field by its shape. */
function assertChecked<F extends Fields>(_fields: F, value: unknown): asserts value is FieldsOf<F> {
  if (!isObject(value)) throw new TypeError('Arguments are no object.');
}

function objectOf(fields: Fields, given: unknown, path: string, mistakes: string[]): unknown {
  if (!isObject(given)) {
    mistakes.push(`${path === '' ? 'The arguments' : path} must be an object with ${Object.keys(fields).join(', ')}.`);
    return undefined;
  }
  for (const name of Object.keys(given))
    if (!Object.hasOwn(fields, name))
      mistakes.push(`There is no argument of that name (${Object.keys(fields).join(', ') || 'none'} are known).`);
  const found: Record<string, unknown> = {};
  for (const [name, shape] of Object.entries(fields)) {
    const value = checkedValue(shape, field(given, name), path === '' ? name : `${path}.${name}`, mistakes);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

function checkedValue(shape: Shape, given: unknown, path: string, mistakes: string[]): unknown {
  switch (shape.kind) {
    case 'optional':
      // Some clients send null for what is left out.
      return given === undefined || given === null ? shape.fallback : checkedValue(shape.of, given, path, mistakes);
    case 'object':
      return objectOf(shape.fields, given, path, mistakes);
    case 'list':
      return listOf(shape, given, path, mistakes);
    default: {
      const refusal = refusalOf(shape, given);
      if (refusal !== undefined) mistakes.push(`${path} ${given === undefined ? 'is missing: it' : ''} ${refusal}.`.replace('  ', ' '));
      return given;
    }
  }
}

function listOf(shape: Extract<Shape, { kind: 'list' }>, given: unknown, path: string, mistakes: string[]): unknown {
  if (!Array.isArray(given) || given.length < shape.least || given.length > shape.most) {
    mistakes.push(`${path} must be a list of ${shape.least} to ${shape.most}.`);
    return undefined;
  }
  return given.map((item: unknown, at) => checkedValue(shape.item, item, `${path}.${at}`, mistakes));
}

/** Values are not repeated: they may be long, or an attack. */
function refusalOf(shape: Exclude<Shape, { kind: 'optional' | 'object' | 'list' }>, given: unknown): string | undefined {
  switch (shape.kind) {
    case 'text':
    case 'data': {
      const most = shape.kind === 'text' ? shape.most : Number.POSITIVE_INFINITY;
      return typeof given === 'string' && given !== '' && given.length <= most ? undefined : `must be a text of 1 to ${most} characters`;
    }
    case 'number':
      return typeof given === 'number' && given >= shape.least && given <= shape.most
        ? undefined
        : `must be a number from ${shape.least} to ${shape.most}`;
    case 'flag':
      return typeof given === 'boolean' ? undefined : 'must be true or false';
    case 'choice':
      return typeof given === 'string' && shape.words.includes(given) ? undefined : `must be one of ${shape.words.join(', ')}`;
  }
}
