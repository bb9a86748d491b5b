import type { Message } from '../../wire/schema.ts';
import type { Budget } from './budget.ts';

/** Letters that are kept of a text where letters have run out. */
const CUT_LETTERS = 64;

/** Letters in all texts of a message, those in its lists too. */
export function textLength(message: Message): number {
  let length = 0;
  for (const value of Object.values(message)) {
    if (typeof value === 'string') length += value.length;
    else if (Array.isArray(value))
      for (const item of value) for (const part of Object.values(item)) length += typeof part === 'string' ? part.length : 0;
  }
  return length;
}

/** A message whose texts count as letters. Where they don't fit they are cut short: that it happened is known all the same. */
export function fittedTexts<M extends Message>(message: M, letters: Budget): M {
  // With the same fields.
  return letters.takes(textLength(message)) ? message : (withCutTexts(message) as M);
}

function withCutTexts(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  if (Array.isArray(value)) return value.map(withCutTexts);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withCutTexts(part)]));
}

/** A text of its own: V8 keeps all of a text for as long as a slice of it is held. */
function cut(text: string): string {
  if (text.length <= CUT_LETTERS) return text;
  return Array.from({ length: CUT_LETTERS }, (_, at) => text.charAt(at)).join('');
}
