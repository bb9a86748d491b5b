import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import type { Finder } from '../../folders/finder.ts';
import { type Walk, walkFolder } from '../../folders/folder-walk.ts';
import { dsymFiles, productFiles, withoutProducts } from '../../folders/xcode-products.ts';

/** Archives/<day>/Shop.xcarchive/dSYMs/Shop.app.dSYM. */
const archiveLimits = { depth: 3, entries: 20_000 } as const;

/** dSYM bundles of archived builds. */
export function xcodeArchives(folder: string): Finder {
  return {
    place: `Xcode's archives in ${folder}`,
    async *candidates(report) {
      report.watch(folder);
      const walk: Walk = {
        limits: archiveLimits,
        folder: (name: string, _path: string, depth: number) =>
          name.endsWith('.dSYM') ? 'give' : depth < 3 || name === 'dSYMs' ? 'enter' : 'skip',
        file: () => false,
      };
      for await (const { path } of walkFolder(folder, walk, report)) {
        yield* dsymFiles(path, `Xcode's archive ${basename(dirname(dirname(path)))}`, report);
      }
    },
  };
}

/** ios/build/Build/Products/Debug-iphoneos, as `xcodebuild -derivedDataPath` leaves it in a project. */
const productLimits = { depth: 8, entries: 30_000 } as const;

/** Xcode's products in the workspace. Apps to capture come from the same places. */
export function xcodeWorkspace(root: string): Finder {
  return {
    place: `Xcode's products in ${root}`,
    async *candidates(report) {
      const walk: Walk = {
        limits: productLimits,
        folder: (name: string) => {
          if (/(^|-)(iphoneos|iphonesimulator)$/.test(name)) return 'give';
          return withoutProducts(name) || name.endsWith('.app') ? 'skip' : 'enter';
        },
        file: () => false,
      };
      for await (const { path } of walkFolder(root, walk, report)) {
        report.watch(path);
        yield* productFiles(path, report);
      }
    },
  };
}

const MOST_SYSTEMS = 200;

/** Newer Xcodes have a folder for each architecture. */
const LAYOUTS = ['Symbols', join('arm64e', 'Symbols'), join('arm64', 'Symbols')];

/**
 * System images copied from devices: `iOS DeviceSupport/<device and version>/Symbols/<path on the device>`. These are
 * gigabytes, so only the wanted image's path is tried. Its UUID identifies the build.
 */
export function deviceSupport(folder: string): Finder {
  return {
    place: `system images in ${folder}`,
    async *candidates() {},
    async *forImage({ path }) {
      const inside = normalize(path);
      // The path comes from the device and must not lead out of the folder. Apps' images are never there.
      if (!isAbsolute(inside) || inside.split(sep).includes('..') || inside.includes(`${sep}Application${sep}`)) return;
      const systems = await readdir(folder).catch((): string[] => []);
      for (const system of systems.sort().reverse().slice(0, MOST_SYSTEMS)) {
        const foundBy = `iOS DeviceSupport, ${system}`;
        for (const layout of LAYOUTS) yield { path: join(folder, system, layout, inside), kind: 'native', foundBy };
      }
    },
  };
}

const ROOT = '.simruntime/Contents/Resources/RuntimeRoot/'.replaceAll('/', sep);

/**
 * System images of simulators, at paths of this Mac below a runtime's `RuntimeRoot`. The UUID identifies the build.
 * @param places folders of runtimes; other paths are not opened
 */
export function simulatorRuntimes(places: readonly string[]): Finder {
  return {
    place: 'system images of simulators',
    async *candidates() {},
    async *forImage({ path }) {
      const real = normalize(path);
      // The path comes from the app.
      if (!isAbsolute(real) || !real.includes(ROOT) || !places.some((place) => real.startsWith(place + sep))) return;
      yield { path: real, kind: 'native', foundBy: 'runtime of the simulator' };
    },
  };
}

const execute = promisify(execFile);
const TIMEOUT_MS = 10_000;

/** Runs a system program and gives its output. */
type RunProgram = (program: string, argv: readonly string[]) => Promise<string>;

/** dSYM bundles anywhere on a Mac, by Spotlight's index of UUIDs. */
export function spotlight(run: RunProgram = runProgram): Finder {
  return {
    place: "Spotlight's index of dSYM bundles",
    async *candidates() {},
    async *forImage({ id }, report) {
      if (!/^[0-9a-f]{32}$/.test(id)) return;
      const uuid = id.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      let printed = '';
      try {
        printed = await run('mdfind', ['-0', `com_apple_xcode_dsym_uuids == ${uuid}`]);
      } catch (error) {
        report.problem(`Spotlight couldn't be asked: ${error instanceof Error ? error.message : error}.`);
      }
      for (const bundle of printed.split('\0').filter((path) => path.endsWith('.dSYM'))) yield* dsymFiles(bundle, 'Spotlight', report);
    },
  };
}

async function runProgram(program: string, argv: readonly string[]): Promise<string> {
  return (await execute(program, argv, { timeout: TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: 1 << 20 })).stdout;
}
