import { posix } from 'node:path';

/** A checkout's files: paths from its root, with slashes, and their texts. */
export interface Tree {
  readonly paths: readonly string[];
  text(path: string): string;
}

const isModule = (path: string): boolean => /\.[cm]?[jt]s$/.test(path);
const isTest = (path: string): boolean => path.endsWith('.test.ts');

/**
 * Files that tests depend on: whatever their modules name by relative or by whole paths, imports among them; a named folder stands for all files
 * below it. Too many are right, as a guard then runs once more; too few would leave a guard out although its subject changed.
 */
export class TestInputs {
  readonly #tree: Tree;
  readonly #below = new Map<string, string[]>();
  readonly #found = new Map<string, readonly string[]>();

  constructor(tree: Tree) {
    this.#tree = tree;
    for (const path of tree.paths)
      for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
        const files = this.#below.get(folder) ?? [];
        files.push(path);
        this.#below.set(folder, files);
        if (folder === '.') break;
      }
    for (const path of tree.paths) this.#below.set(path, [path]);
  }

  /** @param more files and folders that no module names @returns sorted paths, the test's own among them */
  of(test: string, more: readonly string[] = []): readonly string[] {
    const inputs = new Set([test, ...more.flatMap((path) => this.filesAt(path))]);
    // Files that are found are looked through, too. Other tests run by themselves.
    for (const path of inputs)
      if (isModule(path) && (path === test || !isTest(path))) for (const found of this.#foundIn(path)) inputs.add(found);
    return [...inputs].sort();
  }

  /** The file, or all files below the folder; none if nothing is there. */
  filesAt(path: string): readonly string[] {
    return this.#below.get(posix.normalize(path).replace(/\/$/, '')) ?? [];
  }

  #foundIn(path: string): readonly string[] {
    const known = this.#found.get(path);
    if (known !== undefined) return known;
    const text = this.#tree.text(path);
    const folder = posix.dirname(path);
    const near = [...relatives(text), ...byUrl(text)].map((target) => posix.join(folder, target));
    const named = [...near, ...quoted(text)].filter((target) => !/^\.\/?$/.test(target));
    const own = /import\.meta\.(?:dirname|filename)|(?<!, )import\.meta\.url/.test(text) ? this.filesAt(folder) : [];
    const found = [...named.flatMap((target) => this.filesAt(target)), ...own.filter((file) => !isModule(file))];
    this.#found.set(path, found);
    return found;
  }
}

/** Imports, required modules, and programs of threads that are chosen from several: `'./name'` or `'../name'`. */
function relatives(text: string): readonly string[] {
  return [...text.matchAll(/'(\.\.?\/[^'\n]*\w[^'\n]*)'/g)].map(([, target = '']) => target);
}

/** `new URL('…', import.meta.url)`; of a template its folder. */
function byUrl(text: string): readonly string[] {
  return [...text.matchAll(/new URL\(\s*['`]([^'`\n]*)['`],\s*import\.meta\.url/g)].map(([, target = '']) => {
    const open = target.indexOf('${');
    return open === -1 ? target : target.slice(0, target.lastIndexOf('/', open) + 1);
  });
}

/** `'a/b'` and `'a', 'b'` from the root, as in `join(root, 'a', 'b')`; one name alone only behind `root`. */
function quoted(text: string): readonly string[] {
  const behindRoot = [...text.matchAll(/\broot, '([\w@.-]+)'/g)].map(([, name = '']) => name);
  const rows = [...text.matchAll(/'[\w@./-]+'(?:,\s*'[\w@./-]+')*/g)].flatMap(([row]) => {
    const names = row.split(/,\s*/).map((name) => name.slice(1, -1));
    return [...names, ...names.map((_, i) => names.slice(0, i + 1).join('/'))];
  });
  return [...behindRoot, ...new Set(rows.filter((path) => path.includes('/') && !path.startsWith('.') && !path.startsWith('/')))];
}
