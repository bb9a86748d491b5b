import * as v from 'valibot';
import { type Budget, type BudgetRule, type Measure, measures, type RuleLimit } from '../core/budget.ts';
import { DEFAULT_OVER_MS, keyBounds, keyTexts, limitKeys, relativeKey, scopeKeys } from '../core/budget-keys.ts';

/** A file's budget, or a sentence for each mistake. */
export type ParsedBudget = { readonly budget: Budget } | { readonly mistakes: readonly string[] };

const MOST_MISTAKES = 10;

const text = v.pipe(
  v.string('must be a text'),
  v.minLength(1, 'must not be empty'),
  v.maxLength(keyBounds.text, `must have at most ${keyBounds.text} characters`),
);
const overMs = described(numberFrom(keyBounds.overMs.least, keyBounds.overMs.most), keyTexts.overMs);

interface WrittenRule {
  readonly name?: string | undefined;
  readonly measure: Measure;
  readonly overMs?: number | undefined;
  readonly group?: string | undefined;
  readonly screen?: string | undefined;
  readonly [limit: string]: string | number | undefined;
}

const rule = v.variant('measure', measures.map(ruleSchema), ({ expected }) =>
  expected === 'Object' ? 'must be an object' : `must be one of ${measures.join(', ')}`,
);

/** Also the source of the JSON Schema for editors. */
export const budgetFile = closedObject({
  $schema: v.optional(described(v.string('must be a text'), keyTexts.$schema)),
  packages: v.optional(described(listOf(text, keyBounds.packages), keyTexts.packages)),
  overMs: v.optional(overMs, DEFAULT_OVER_MS),
  leastSeconds: v.optional(described(numberFrom(keyBounds.leastSeconds.least, keyBounds.leastSeconds.most), keyTexts.leastSeconds), 0),
  withinNoise: v.optional(described(v.picklist(['held', 'undecided'], 'must be “held” or “undecided”'), keyTexts.withinNoise), 'held'),
  rules: described(listOf(rule, keyBounds.rules), keyTexts.rules),
});

/** Refuses unknown keys: a misspelt one would silently allow anything. */
export function parseBudget(value: unknown): ParsedBudget {
  const parsed = v.safeParse(budgetFile, value);
  if (!parsed.success) return { mistakes: parsed.issues.slice(0, MOST_MISTAKES).map(mistakeText) };
  const { packages, leastSeconds, withinNoise, rules, overMs: fallbackMs } = parsed.output;
  return {
    budget: { packages, leastUs: leastSeconds * 1e6, withinNoise, rules: rules.map((each) => ruleOf(each, fallbackMs)) },
  };
}

function ruleOf(written: WrittenRule, fallbackMs: number): BudgetRule {
  const { name = '', measure, group, screen } = written;
  return { name, measure, limit: limitOf(written), overUs: (written.overMs ?? fallbackMs) * 1_000, group, screen };
}

function limitOf(written: WrittenRule): RuleLimit {
  const { key, unit } = limitKeys[written.measure];
  const more = written[relativeKey.key];
  if (typeof more === 'number') return { kind: 'more', share: more / 100 };
  return { kind: 'most', value: Number(written[key]) * unit };
}

function ruleSchema(measure: Measure) {
  const { key, most, about } = limitKeys[measure];
  const scopes = {
    overMs: v.optional(overMs),
    group: v.optional(described(text, keyTexts.group)),
    screen: v.optional(described(text, keyTexts.screen)),
  };
  const own = Object.fromEntries(scopeKeys[measure].map((scope) => [scope, scopes[scope]]));
  const entries = {
    name: v.optional(described(text, keyTexts.name)),
    measure: v.literal(measure),
    [key]: v.optional(described(numberFrom(0, most), about)),
    [relativeKey.key]: v.optional(described(numberFrom(0, relativeKey.most), relativeKey.about)),
    ...own,
  };
  return v.pipe(
    closedObject({ ...entries, measure: described(v.literal(measure), keyTexts.measure) }),
    v.check(
      (written) => (Reflect.get(written, key) === undefined) !== (Reflect.get(written, relativeKey.key) === undefined),
      `needs either ${key} or ${relativeKey.key}`,
    ),
    v.metadata({ either: [key, relativeKey.key] }),
  );
}

function described<Schema extends v.GenericSchema>(schema: Schema, text: string) {
  return v.pipe(schema, v.description(text));
}

function closedObject<const Entries extends v.ObjectEntries>(entries: Entries) {
  const keys = Object.keys(entries).join(', ');
  return v.strictObject(entries, (issue) => {
    if (issue.expected === 'never') return `is no key here; allowed: ${keys}`;
    return issue.expected === 'Object' ? `must be an object with ${keys}` : 'is missing';
  });
}

function listOf<Item extends v.GenericSchema>(item: Item, most: number) {
  const size = `must be a list of 1 to ${most}`;
  return v.pipe(v.array(item, size), v.minLength(1, size), v.maxLength(most, size));
}

function numberFrom(least: number, most: number) {
  const message = `must be a number from ${least} to ${most}`;
  return v.pipe(v.number(message), v.minValue(least, message), v.maxValue(most, message));
}

/** `rules.2.mostMs must be a number from 0 to 60000` */
function mistakeText(issue: v.BaseIssue<unknown>): string {
  return `${v.getDotPath(issue) ?? 'The file'} ${issue.message}.`;
}
