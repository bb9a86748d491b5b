import { posix } from 'node:path';

export interface Loaded {
  /** The checkout's, by paths from its root. */
  readonly own: readonly string[];
  /** Packages', and Node's. */
  readonly others: readonly string[];
  /** A module's name is computed. */
  readonly isOpen: boolean;
}

/** Modules that a module loads as it runs, those of types left out. @param path from the checkout's root, with slashes */
export function loadedBy(path: string, text: string): Loaded {
  const found = text.matchAll(/(?:^(?:import|export)\b(?!\s+type\b)[^;']*?\bfrom\s*|^import\s*|\bimport\(\s*)'([^'\n]+)'/gm);
  const names = [...new Set([...found].map(([, name = '']) => name))];
  const own = names.filter((name) => name.startsWith('.')).map((name) => posix.join(posix.dirname(path), name));
  return { own, others: names.filter((name) => !name.startsWith('.')), isOpen: /(?<![.\w])import\((?!\s*'|\s*\/\/)/.test(text) };
}
