import * as v from 'valibot';
import { cutText, type SchemaOf } from './schemas.ts';
import type { FromTroubleshoot } from './troubleshoot-protocol.ts';

const LONGEST_TEXT = 10_000;

const message: SchemaOf<FromTroubleshoot> = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('press'), button: v.string() }),
  v.object({ type: v.literal('failed'), text: cutText(LONGEST_TEXT) }),
]);

/** A message of the page; undefined for anything else. */
export function parseFromTroubleshoot(value: unknown): FromTroubleshoot | undefined {
  const result = v.safeParse(message, value);
  return result.success ? result.output : undefined;
}
