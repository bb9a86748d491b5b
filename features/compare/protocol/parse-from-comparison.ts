import * as v from 'valibot';
import { bare, cutText } from '../../../protocol/schemas.ts';

const LONGEST_TEXT = 10_000;
/** Of a press, with the key of a function or a path. */
const LONGEST_ID = 20_000;

const message = v.variant('type', [
  bare('ready'),
  v.object({ type: v.literal('press'), id: v.pipe(v.string(), v.maxLength(LONGEST_ID)), beside: v.boolean() }),
  v.object({ type: v.literal('failed'), text: cutText(LONGEST_TEXT) }),
]);

export type FromComparison = Readonly<v.InferOutput<typeof message>>;

/** A message of the page; undefined for anything else. */
export function parseFromComparison(value: unknown): FromComparison | undefined {
  const result = v.safeParse(message, value);
  return result.success ? result.output : undefined;
}
