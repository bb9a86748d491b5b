import { basename, dirname, join } from 'node:path';
import type { Candidate, Finder, FinderReport } from './finder.ts';
import { type Walk, walkFolder } from './folder-walk.ts';

/** DerivedData/<project>/Build/Products/<configuration>/Shop.app/Frameworks/Cart.framework. */
const limits = { depth: 8, entries: 50_000 } as const;
/** Keyed by depth below DerivedData. */
const way: Readonly<Record<number, (name: string) => boolean>> = { 2: (name) => name === 'Build', 3: (name) => name === 'Products' };

const withoutBuilds: ReadonlySet<string> = new Set([
  'Intermediates.noindex',
  'Index.noindex',
  'Logs',
  'SourcePackages',
  'ModuleCache.noindex',
]);

export function withoutProducts(name: string): boolean {
  return withoutBuilds.has(name) || /\.(framework|xcassets|lproj|bundle|dSYM|xcodeproj|xcworkspace)$/.test(name);
}

/** dSYM bundles, programs and libraries, whose debug maps lead to object files. */
export function xcodeProducts(derivedData: string): Finder {
  return {
    place: `Xcode's products in ${derivedData}`,
    async *candidates(report) {
      report.watch(derivedData);
      yield* productFiles(derivedData, report, way);
    },
  };
}

/** @param named required folder names by depth */
export async function* productFiles(
  folder: string,
  report: FinderReport,
  named: Readonly<Record<number, (name: string) => boolean>> = {},
): AsyncGenerator<Candidate> {
  const walk: Walk = {
    limits,
    folder: (name: string, _path: string, depth: number) =>
      name.endsWith('.dSYM') ? 'give' : (named[depth]?.(name) ?? !/\.(bundle|lproj|xcassets|swiftmodule)$/.test(name)) ? 'enter' : 'skip',
    file: isProgram,
  };
  for await (const { path, isFolder } of walkFolder(folder, walk, report)) {
    const foundBy = `Xcode's ${basename(dirname(path))}`;
    if (isFolder) {
      report.watch(dirname(path));
      yield* dsymFiles(path, foundBy, report);
    } else yield { path, kind: 'native', foundBy };
  }
}

/** Programs have their bundle's name; Xcode's Debug builds add `Shop.debug.dylib`. */
function isProgram(name: string, path: string): boolean {
  const bundle = /^(.*)\.(?:app|appex|framework|xctest)$/.exec(basename(dirname(path)));
  return name.endsWith('.dylib') || (bundle !== null && bundle[1] === name);
}

/** Folder of this user. */
export function xcodeFolder(home: string, name: 'DerivedData' | 'Archives' | 'iOS DeviceSupport'): string {
  return join(home, 'Library', 'Developer', 'Xcode', name);
}

const bundleLimits = { depth: 0, entries: 1_000 } as const;

/** One file per image. */
export async function* dsymFiles(bundle: string, foundBy: string, report: FinderReport): AsyncGenerator<Candidate> {
  const folder = join(bundle, 'Contents', 'Resources', 'DWARF');
  const walk: Walk = { limits: bundleLimits, folder: () => 'skip', file: (name: string) => !name.startsWith('.') };
  for await (const { path } of walkFolder(folder, walk, report)) yield { path, kind: 'native', foundBy };
}
