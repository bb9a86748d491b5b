import { shortened } from '../../../../core/text/one-line.ts';

const LONGEST = 600;

/** Exceptions and intents may have any length. */
export function recordText(text: string): string {
  return shortened(text.trim(), LONGEST);
}
