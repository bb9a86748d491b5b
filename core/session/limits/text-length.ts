import type { Message } from '../../wire/schema.ts';
import type { Budget } from './budget.ts';

/** Letters kept of a text beyond the bound. */
const CUT_LETTERS = 64;

export function textLength(message: Message): number {
  let length = 0;
  for (const value of Object.values(message)) {
    if (typeof value === 'string') length += value.length;
    else if (Array.isArray(value))
      for (const item of value) for (const part of Object.values(item)) length += typeof part === 'string' ? part.length : 0;
  }
  return length;
}

/** Cuts the texts beyond the bound: the event itself is kept. */
export function fittedTexts<M extends Message>(message: M, letters: Budget): M {
  return letters.takes(textLength(message)) ? message : (withCutTexts(message) as M);
}

function withCutTexts(value: unknown): unknown {
  if (typeof value === 'string') return cut(value);
  if (Array.isArray(value)) return value.map(withCutTexts);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withCutTexts(part)]));
}

/** A copy: V8 keeps a whole text alive for a slice of it. */
function cut(text: string): string {
  if (text.length <= CUT_LETTERS) return text;
  return Array.from({ length: CUT_LETTERS }, (_, at) => text.charAt(at)).join('');
}
