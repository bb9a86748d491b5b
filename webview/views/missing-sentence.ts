import type { SymbolRow } from '../../core/analysis/frames/symbol-rows.ts';

/** Why symbols are missing; the file's name replaces its long path. */
export function missingSentence({ path, facts }: SymbolRow): string {
  const why = facts?.why ?? '';
  const name = path.split('/').at(-1) ?? '';
  return name === '' ? why : why.replaceAll(path, () => name);
}
