/**
 * Removes trailing slashes from the end: `/\/+$/` tries every slash, which takes seconds for a hundred thousand.
 * @param path anything with letters: tests count the reads
 */
export function withoutEndSlashes(path: Pick<string, 'length' | 'charCodeAt' | 'slice'>): string {
  let { length } = path;
  while (length > 0 && path.charCodeAt(length - 1) === SLASH) length--;
  return path.slice(0, length);
}

const SLASH = 0x2f;
