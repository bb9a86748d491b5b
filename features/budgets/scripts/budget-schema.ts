import { budgetFile } from '../protocol/parse-budget.ts';

type Json = Readonly<Record<string, unknown>>;

/** The parts of valibot's schemas and actions that the schema of budgets has. */
interface Part {
  readonly type: string;
  /** The schema itself, then its actions. */
  readonly pipe?: readonly Part[];
  readonly entries?: Readonly<Record<string, Part>>;
  readonly item?: Part;
  readonly wrapped?: Part;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly default?: unknown;
  readonly requirement?: unknown;
  readonly description?: string;
  readonly metadata?: { readonly either?: readonly string[] };
}

/** The published schema. Lists of words are in one line, as the formatter has them. */
export function budgetSchemaFile(): { readonly path: string; readonly text: string } {
  const schema = JSON.stringify(budgetJsonSchema(), undefined, 2).replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, words: string) => {
    return `[${words.replaceAll(/\s+/g, ' ')}]`;
  });
  return { path: 'media/laglens.budget.schema.json', text: `${schema}\n` };
}

/** JSON Schema (draft 7) of budget files, for editors: as `parseBudget` takes them. */
export function budgetJsonSchema(): Json {
  const about = { title: 'Laglens budget', description: 'Limits on lags, frames and memory for laglens check.' };
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...about, ...schemaOf(budgetFile) };
}

function schemaOf(part: Part): Json {
  const schema: Json = Object.assign({}, typeOf(part), ...actionsOf(part).map((action) => actionOf(action, part.type)));
  const { items, description, ...others } = schema;
  return { ...others, ...(items === undefined ? {} : { items }), ...(description === undefined ? {} : { description }) };
}

/** A pipe may begin with another. */
function actionsOf({ pipe = [] }: Part): readonly Part[] {
  const [first, ...actions] = pipe;
  return first === undefined ? [] : [...actionsOf(first), ...actions];
}

function typeOf(part: Part): Json {
  const { type, item, wrapped, entries = {}, options = [], literal } = part;
  switch (type) {
    case 'string':
    case 'number':
      return { type };
    case 'array':
      return { type, items: item === undefined ? {} : schemaOf(item) };
    case 'picklist':
      return { enum: options };
    case 'literal':
      return { const: literal };
    case 'variant':
      return { oneOf: options.map((option) => schemaOf(requirePart(option))) };
    case 'optional':
      return optional(requirePart(wrapped), part.default);
    case 'strict_object':
      return {
        type: 'object',
        properties: Object.fromEntries(Object.entries(entries).map(([key, each]) => [key, schemaOf(each)])),
        required: Object.keys(entries).filter((key) => entries[key]?.type !== 'optional'),
        additionalProperties: false,
      };
    default:
      throw new Error(`JSON Schema lacks the schema ${type}.`);
  }
}

/** Descriptions say the defaults of numbers. */
function optional(wrapped: Part, fallback: unknown): Json {
  const { enum: words, ...others } = schemaOf(wrapped);
  return words === undefined ? others : { enum: words, default: fallback, ...others };
}

function actionOf({ type, requirement, description, metadata }: Part, of: string): Json {
  switch (type) {
    case 'min_value':
      return { minimum: requirement };
    case 'max_value':
      return { maximum: requirement };
    case 'min_length':
      return { [of === 'array' ? 'minItems' : 'minLength']: requirement };
    case 'max_length':
      return { [of === 'array' ? 'maxItems' : 'maxLength']: requirement };
    case 'description':
      return { description };
    case 'metadata':
      return { oneOf: metadata?.either?.map((key) => ({ required: [key] })) };
    case 'check':
      return {};
    default:
      throw new Error(`JSON Schema lacks the action ${type}.`);
  }
}

function requirePart(value: unknown): Part {
  if (!isPart(value)) throw new Error('A schema is missing.');
  return value;
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
