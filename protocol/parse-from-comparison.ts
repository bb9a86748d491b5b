import * as v from 'valibot';
import type { FromComparison } from './comparison-protocol.ts';
import { cutText, type SchemaOf } from './schemas.ts';

const LONGEST_TEXT = 10_000;
const LONGEST_KEY = 20_000;

const row = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const message: SchemaOf<FromComparison> = v.variant('type', [
  v.object({ type: v.picklist(['ready', 'swap']) }),
  v.object({ type: v.literal('open'), key: v.pipe(v.string(), v.maxLength(LONGEST_KEY)), beside: v.boolean() }),
  v.object({ type: v.literal('openSession'), side: row, session: row }),
  v.object({ type: v.literal('failed'), text: cutText(LONGEST_TEXT) }),
]);

/** A message of the page; undefined for anything else. */
export function parseFromComparison(value: unknown): FromComparison | undefined {
  const result = v.safeParse(message, value);
  return result.success ? result.output : undefined;
}
