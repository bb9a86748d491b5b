/** Bytes; a class file with more is none that a compiler made. */
export const MOST_CLASS_BYTES = 4 << 20;

/**
 * Where a class file is in a folder of classes. Undefined for what can't be the name of a class: names come from sessions, and must
 * neither lead out of the folder nor mean anything in a pattern.
 * @param className with dots, as in the sources
 */
export function classFilePath(className: string): string | undefined {
  if (!/^[\p{L}\p{N}_$-]+(?:\.[\p{L}\p{N}_$-]+)*$/u.test(className)) return undefined;
  return `${className.replaceAll('.', '/')}.class`;
}
