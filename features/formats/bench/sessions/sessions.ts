import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../../../../bench/support/figure.ts';
import { exportFigures } from './exports.ts';
import { fileFigures } from './file-bytes.ts';
import { importFigures } from './imports.ts';

/** Sessions among tools: the size of a file and a shared page, exports, and imports beside speedscope. */
export const bench: Bench = async function* (say) {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-sessions-'));
  try {
    yield* fileFigures(say);
    yield* exportFigures(folder, say);
    yield* importFigures(folder, say);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
