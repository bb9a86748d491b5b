import { join } from 'node:path';
import type { Candidate, FinderReport } from './finder.ts';
import { type Walk, walkFolder } from './folder-walk.ts';

const limits = { depth: 0, entries: 1_000 } as const;

/** One file per image. */
export async function* dsymFiles(bundle: string, foundBy: string, report: FinderReport): AsyncGenerator<Candidate> {
  const folder = join(bundle, 'Contents', 'Resources', 'DWARF');
  const walk: Walk = { limits, folder: () => 'skip', file: (name: string) => !name.startsWith('.') };
  for await (const { path } of walkFolder(folder, walk, report)) yield { path, kind: 'native', foundBy };
}
