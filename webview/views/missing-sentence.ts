import type { SymbolRow } from '../../core/analysis/frames/symbol-rows.ts';

/** Why there are no symbols, with the file's name in the place of its long path on the device. */
export function missingSentence({ path, facts }: SymbolRow): string {
  const why = facts?.why ?? '';
  const name = path.split('/').at(-1) ?? '';
  return name === '' ? why : why.replaceAll(path, () => name);
}
