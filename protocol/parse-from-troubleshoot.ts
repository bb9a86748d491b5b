import * as v from 'valibot';
import { bare, cutText } from './schemas.ts';

const LONGEST_TEXT = 10_000;

const message = v.variant('type', [
  bare('ready'),
  v.object({ type: v.literal('press'), button: v.string() }),
  v.object({ type: v.literal('failed'), text: cutText(LONGEST_TEXT) }),
]);

export type FromTroubleshoot = Readonly<v.InferOutput<typeof message>>;

/** A message of the page; undefined for anything else. */
export function parseFromTroubleshoot(value: unknown): FromTroubleshoot | undefined {
  const result = v.safeParse(message, value);
  return result.success ? result.output : undefined;
}
