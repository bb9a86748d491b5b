import type { Finder } from '../../folders/finder.ts';
import { type Walk, walkFolder } from '../../folders/folder-walk.ts';

const limits = { depth: 8, entries: 10_000 } as const;

/** Flutter's `.symbols` in a copied folder, which holds nothing but builds. */
export function copiedSymbols(copy: string): Finder {
  return {
    place: `.symbols in ${copy}`,
    async *candidates(report) {
      const walk: Walk = { limits, folder: () => 'enter', file: (name) => name.endsWith('.symbols') };
      for await (const { path } of walkFolder(copy, walk, report)) yield { path, kind: 'native', foundBy: '.symbols of a remote folder' };
    },
  };
}
