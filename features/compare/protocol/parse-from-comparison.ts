import * as v from 'valibot';
import { bare, count, cutText } from '../../../protocol/schemas.ts';

const LONGEST_TEXT = 10_000;
const LONGEST_KEY = 20_000;

const message = v.variant('type', [
  bare('ready'),
  bare('swap'),
  v.object({ type: v.literal('open'), key: v.pipe(v.string(), v.maxLength(LONGEST_KEY)), beside: v.boolean() }),
  /** Indexes in the order shown. */
  v.object({ type: v.literal('openSession'), side: count, session: count }),
  v.object({ type: v.literal('failed'), text: cutText(LONGEST_TEXT) }),
]);

export type FromComparison = Readonly<v.InferOutput<typeof message>>;

/** A message of the page; undefined for anything else. */
export function parseFromComparison(value: unknown): FromComparison | undefined {
  const result = v.safeParse(message, value);
  return result.success ? result.output : undefined;
}
