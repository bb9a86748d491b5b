import { posix } from 'node:path';
import { importsOf } from '../../tests/house/module-imports.ts';
import type { SourceFile } from '../../tests/house/project-sources.ts';

/** A test file, and how many imports lead from it to a change; 0 is the change itself. */
export interface ReachedTest {
  readonly path: string;
  readonly distance: number;
}

/**
 * Tests that import a changed file, or files that import it, the nearest first. Threads and files that a module finds by
 * `new URL('…', import.meta.url)` count as imports.
 * @param files all sources of the checkout @param changed paths from its root, with slashes; deleted ones reach who still imports them
 */
export function reachedTests(files: readonly SourceFile[], changed: readonly string[]): readonly ReachedTest[] {
  const importers = importersOf(files);
  const distances = new Map(changed.map((path) => [path, 0]));
  for (const [path, distance] of distances)
    for (const importer of importers.get(path) ?? []) if (!distances.has(importer)) distances.set(importer, distance + 1);
  const known = new Set(files.map(({ path }) => path));
  return [...distances]
    .filter(([path]) => path.endsWith('.test.ts') && known.has(path))
    .map(([path, distance]) => ({ path, distance }))
    .sort((one, other) => one.distance - other.distance || (one.path < other.path ? -1 : 1));
}

function importersOf(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files.filter(({ path }) => path.endsWith('.ts'))) {
    for (const target of [...importsOf(file), ...foundByUrl(file)]) {
      const known = importers.get(target);
      if (known === undefined) importers.set(target, [file.path]);
      else known.push(file.path);
    }
  }
  return importers;
}

function foundByUrl({ path, lines }: SourceFile): readonly string[] {
  const found = lines.join('\n').matchAll(/new URL\('(\.[^'\n]*)', import\.meta\.url\)/g);
  return [...found].map(([, target = '']) => posix.join(posix.dirname(path), target));
}
