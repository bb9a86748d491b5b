import { join } from 'node:path';
import type { Finder } from '../../folders/finder.ts';

/**
 * Folders in which debug files are named by their build id, `ab/cdef….debug` in `.build-id`: Linux distributions', and symbol stores of
 * that layout.
 */
export function buildIdFolders(roots: readonly string[]): Finder {
  return {
    place: `.build-id in ${roots.join(', ')}`,
    async *candidates() {},
    async *forImage({ id }) {
      if (!/^[0-9a-f]{6,}$/.test(id)) return;
      for (const root of roots) {
        const path = join(root, '.build-id', id.slice(0, 2), `${id.slice(2)}.debug`);
        yield { path, kind: 'native', foundBy: `.build-id in ${root}` };
      }
    },
  };
}
