import * as v from 'valibot';
import { bare, count, cutText } from '../../../protocol/schemas.ts';

const LONGEST_TEXT = 10_000;

const message = v.variant('type', [
  bare('ready'),
  /** Place in the page's list of lags. */
  v.object({ type: v.literal('open'), link: count }),
  v.object({ type: v.literal('failed'), text: cutText(LONGEST_TEXT) }),
]);

export type FromLake = Readonly<v.InferOutput<typeof message>>;

/** A message of the page; undefined for anything else. */
export function parseFromLake(value: unknown): FromLake | undefined {
  const result = v.safeParse(message, value);
  return result.success ? result.output : undefined;
}
