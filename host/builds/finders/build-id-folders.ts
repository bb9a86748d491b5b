import { join } from 'node:path';
import type { Finder } from '../../folders/finder.ts';

/** Debug files named by their build id, `.build-id/ab/cdef….debug`, as in Linux distributions and symbol stores. */
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
