import type { Message } from '../wire/schema.ts';
import { limits } from './limits.ts';

/** Counts the characters that a model keeps: a small file can inflate to many long names. */
export class TextBudget {
  #left: number = limits.textLength;

  /** True when so many more may be kept; they are counted then. */
  takes(length: number): boolean {
    if (length > this.#left) return false;
    this.#left -= length;
    return true;
  }
}

/** Characters in all texts of a message, those in its lists too. */
export function textLength(message: Message): number {
  let length = 0;
  for (const value of Object.values(message)) {
    if (typeof value === 'string') length += value.length;
    else if (Array.isArray(value))
      for (const item of value) for (const part of Object.values(item)) length += typeof part === 'string' ? part.length : 0;
  }
  return length;
}
