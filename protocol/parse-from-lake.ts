import * as v from 'valibot';
import type { FromLake } from './lake-protocol.ts';
import { cutText, type SchemaOf } from './schemas.ts';

const LONGEST_TEXT = 10_000;

const message: SchemaOf<FromLake> = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('open'), link: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) }),
  v.object({ type: v.literal('failed'), text: cutText(LONGEST_TEXT) }),
]);

/** A message of the page; undefined for anything else. */
export function parseFromLake(value: unknown): FromLake | undefined {
  const result = v.safeParse(message, value);
  return result.success ? result.output : undefined;
}
