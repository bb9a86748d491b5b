import type { TestGroups } from './groups.ts';

/** True for the path itself and all below it. */
export function isWithin(file: string, path: string): boolean {
  return file === path || file.startsWith(`${path}/`);
}

/**
 * Test files of the filters, in the order of `files`: a group's name stands for its paths, others for files whose path begins so. Without
 * filters all but those of the groups `apart`.
 * @throws Error with a sentence, if a filter or a group's path finds no test
 */
export function chooseFiles(
  files: readonly string[],
  filters: readonly string[],
  groups: TestGroups,
  apart: readonly string[] = [],
): readonly string[] {
  if (filters.length === 0) {
    const left = apart.flatMap((name) => groups[name] ?? []);
    return files.filter((file) => !left.some((path) => isWithin(file, path)));
  }
  const chosen = new Set(filters.flatMap((filter) => filesOf(filter.replace(/^\.\//, ''), files, groups)));
  return files.filter((file) => chosen.has(file));
}

function filesOf(filter: string, files: readonly string[], groups: TestGroups): readonly string[] {
  if (Object.hasOwn(groups, filter)) return filesOfGroup(filter, groups[filter] ?? [], files);
  const found = files.filter((file) => file.startsWith(filter));
  if (filter === '' || found.length === 0) {
    const rooms = [...new Set(files.map((file) => file.split('/')[0]))].sort();
    throw new Error(
      `No test's path begins with "${filter}", and no group has this name. Tests are in: ${rooms.join(', ')}. Groups are: ${Object.keys(groups).join(', ')}.`,
    );
  }
  return found;
}

function filesOfGroup(name: string, paths: readonly string[], files: readonly string[]): readonly string[] {
  if (paths.length === 0) throw new Error(`The test group ${name} is empty: give it a path in scripts/test-run/groups.ts, or remove it.`);
  return paths.flatMap((path) => {
    const found = files.filter((file) => isWithin(file, path));
    if (found.length > 0) return found;
    throw new Error(`The test group ${name} names ${path}, where no test is. Mend the path in scripts/test-run/groups.ts.`);
  });
}
