import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';

const TIME_DIGITS = 9;

/** Later ones are higher, whatever the clocks say above `highest`; the second half makes parallel ones different. */
export function newPart(highest = ''): string {
  const least = highest === '' ? 0 : Number.parseInt(highest.slice(0, TIME_DIGITS), 36) + 1;
  const time = Math.max(Date.now(), least);
  return `${time.toString(36).padStart(TIME_DIGITS, '0')}-${randomBytes(6).toString('hex')}`;
}

/** The writing that a file's name begins with; undefined for names of others. */
export function partOf(path: string): string | undefined {
  return /^[0-9a-z]{9}-[0-9a-f]{12}(?=[.-])/.exec(basename(path))?.[0];
}

/** Of a file that is being written, which no engine reads. */
export function freshName(name: string, part: string): string {
  return `.${name}.${part}`;
}

/** Whether a name is one of `freshName`, or of a folder for `laglens lake tidy`'s own data. */
export function isFreshName(name: string): boolean {
  return /^\..+[.-][0-9a-z]{9}-[0-9a-f]{12}$/.test(name);
}
