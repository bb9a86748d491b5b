import { isAbsolute, normalize, sep } from 'node:path';
import type { Finder } from '../../folders/finder.ts';

const ROOT = '.simruntime/Contents/Resources/RuntimeRoot/'.replaceAll('/', sep);

/**
 * System images of simulators, whose paths are those of this Mac: below the `RuntimeRoot` of a runtime.
 * Whether it is the same build, its UUID tells.
 * @param places folders that runtimes lie in; a path elsewhere is not opened
 */
export function simulatorRuntimes(places: readonly string[]): Finder {
  return {
    place: 'system images of simulators',
    async *candidates() {},
    async *forImage({ path }) {
      const real = normalize(path);
      // The path is the app's word.
      if (!isAbsolute(real) || !real.includes(ROOT) || !places.some((place) => real.startsWith(place + sep))) return;
      yield { path: real, kind: 'native', foundBy: 'runtime of the simulator' };
    },
  };
}
