/**
 * A path without the slashes at its end. From the end on, so that slashes elsewhere cost nothing: the expression `/\/+$/` tries each of
 * them, and takes seconds for a hundred thousand.
 * @param path of anything that has letters: tests count them
 */
export function withoutEndSlashes(path: Pick<string, 'length' | 'charCodeAt' | 'slice'>): string {
  let { length } = path;
  while (length > 0 && path.charCodeAt(length - 1) === SLASH) length--;
  return path.slice(0, length);
}

const SLASH = 0x2f;
