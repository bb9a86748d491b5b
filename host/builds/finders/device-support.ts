import { readdir } from 'node:fs/promises';
import { isAbsolute, join, normalize, sep } from 'node:path';
import type { Finder } from '../../folders/finder.ts';

const MOST_SYSTEMS = 200;

/** Newer Xcodes keep the images of each architecture in a folder of its own. */
const LAYOUTS = ['Symbols', join('arm64e', 'Symbols'), join('arm64', 'Symbols')];

/**
 * Images of iOS itself, which Xcode copies from devices: `iOS DeviceSupport/<device and version>/Symbols/<path on the device>`.
 * There are gigabytes of them, so only the path of a wanted image is looked at. Whether it is the same one, its UUID tells.
 */
export function deviceSupport(folder: string): Finder {
  return {
    place: `system images in ${folder}`,
    async *candidates() {},
    async *forImage({ path }) {
      const inside = normalize(path);
      // An image's path is the device's word: it must not lead out of the folder. Apps' own images are never there.
      if (!isAbsolute(inside) || inside.split(sep).includes('..') || inside.includes(`${sep}Application${sep}`)) return;
      const systems = await readdir(folder).catch((): string[] => []);
      for (const system of systems.sort().reverse().slice(0, MOST_SYSTEMS)) {
        const foundBy = `iOS DeviceSupport, ${system}`;
        for (const layout of LAYOUTS) yield { path: join(folder, system, layout, inside), kind: 'native', foundBy };
      }
    },
  };
}
