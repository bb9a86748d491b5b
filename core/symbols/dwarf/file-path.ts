/**
 * A source file's path as llvm-symbolizer writes it: compilation directory, directory and name, of which an absolute one makes the
 * ones before it superfluous.
 * @param version of the line program: from 5 on directory 0 is the compilation directory itself
 * @param directory `undefined` when the table has no such directory
 */
export function composePath(
  version: number,
  directoryIndex: number,
  compilation: string,
  directory: string | undefined,
  name: string,
): string {
  if (isAbsolute(name)) return name;
  const inside = directory ?? '';
  const prefix = (version < 5 || directoryIndex !== 0) && !isAbsolute(inside) ? compilation : '';
  return [prefix, inside, name].reduce(joined, '');
}

/** On any system: builds come from Windows as well. */
function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}

function joined(path: string, part: string): string {
  if (path === '' || part === '') return path + part;
  return path.endsWith('/') ? path + part.replace(/^\/+/, '') : part.startsWith('/') ? path + part : `${path}/${part}`;
}
