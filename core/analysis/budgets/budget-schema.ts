import { measures } from './budget.ts';
import { keyBounds, keyTexts, limitKeys, relativeKey, scopeKeys } from './budget-keys.ts';

type Schema = Readonly<Record<string, unknown>>;

/** JSON Schema (draft 7) of budget files, for editors. */
export function budgetJsonSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Laglens budget',
    description: 'Limits on lags, frames and memory for laglens check.',
    ...strictObject(
      {
        $schema: { type: 'string', description: keyTexts.$schema },
        packages: {
          type: 'array',
          minItems: 1,
          maxItems: keyBounds.packages,
          items: text(),
          description: keyTexts.packages,
        },
        overMs: overMs(),
        leastSeconds: bounded(keyBounds.leastSeconds, keyTexts.leastSeconds),
        withinNoise: { enum: ['held', 'undecided'], default: 'held', description: keyTexts.withinNoise },
        rules: {
          type: 'array',
          minItems: 1,
          maxItems: keyBounds.rules,
          items: { oneOf: measures.map(ruleSchema) },
          description: keyTexts.rules,
        },
      },
      ['rules'],
    ),
  };
}

function ruleSchema(measure: (typeof measures)[number]): Schema {
  const { key, most, about } = limitKeys[measure];
  const scopes = { overMs: overMs(), group: text(keyTexts.group), screen: text(keyTexts.screen) };
  return {
    ...strictObject(
      {
        name: text(keyTexts.name),
        measure: { const: measure, description: keyTexts.measure },
        [key]: bounded({ least: 0, most }, about),
        [relativeKey.key]: bounded({ least: 0, most: relativeKey.most }, relativeKey.about),
        ...Object.fromEntries(scopeKeys[measure].map((scope) => [scope, scopes[scope]])),
      },
      ['measure'],
    ),
    oneOf: [{ required: [key] }, { required: [relativeKey.key] }],
  };
}

function strictObject(properties: Schema, required: readonly string[]): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}

function text(description?: string): Schema {
  return { type: 'string', minLength: 1, maxLength: keyBounds.text, ...(description === undefined ? {} : { description }) };
}

function overMs(): Schema {
  return bounded(keyBounds.overMs, keyTexts.overMs);
}

function bounded({ least, most }: { readonly least: number; readonly most: number }, description: string): Schema {
  return { type: 'number', minimum: least, maximum: most, description };
}
