/** In bytes; compilers make no larger class file. */
export const MOST_CLASS_BYTES = 4 << 20;

/**
 * The path in a folder of classes. Undefined for other names: a session's must neither leave the folder nor act as a pattern.
 * @param className with dots, as in the sources
 */
export function classFilePath(className: string): string | undefined {
  if (!/^[\p{L}\p{N}_$-]+(?:\.[\p{L}\p{N}_$-]+)*$/u.test(className)) return undefined;
  return `${className.replaceAll('.', '/')}.class`;
}
