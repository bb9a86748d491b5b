import type { Message } from '../wire/schema.ts';

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
