import { basename, dirname, join } from 'node:path';
import { dsymFiles } from './dsym.ts';
import type { Candidate, Finder, FinderReport } from './finder.ts';
import { type Walk, walkFolder } from './folder-walk.ts';

/** DerivedData/<project>/Build/Products/<configuration>/Shop.app/Frameworks/Cart.framework. */
const limits = { depth: 8, entries: 50_000 } as const;
/** Folders on the way to products, by their depth below DerivedData. */
const way: Readonly<Record<number, (name: string) => boolean>> = { 2: (name) => name === 'Build', 3: (name) => name === 'Products' };

/** Xcode's large folders that hold no products. */
const withoutBuilds: ReadonlySet<string> = new Set([
  'Intermediates.noindex',
  'Index.noindex',
  'Logs',
  'SourcePackages',
  'ModuleCache.noindex',
]);

/** True for folders in which no product lies, however deep. */
export function withoutProducts(name: string): boolean {
  return withoutBuilds.has(name) || /\.(framework|xcassets|lproj|bundle|dSYM|xcodeproj|xcworkspace)$/.test(name);
}

/** What Xcode built: dSYM bundles, and programs and libraries whose debug map leads to their object files. */
export function xcodeProducts(derivedData: string): Finder {
  return {
    place: `Xcode's products in ${derivedData}`,
    async *candidates(report) {
      report.watch(derivedData);
      yield* productFiles(derivedData, report, way);
    },
  };
}

/**
 * dSYM bundles and programs in a folder of products.
 * @param named folders on the way to them, by their depth; any is entered where none is named
 */
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

/** A bundle's program has the bundle's name; `Shop.debug.dylib` is what Xcode makes of it in Debug builds. */
function isProgram(name: string, path: string): boolean {
  const bundle = /^(.*)\.(?:app|appex|framework|xctest)$/.exec(basename(dirname(path)));
  return name.endsWith('.dylib') || (bundle !== null && bundle[1] === name);
}

/** Where Xcode keeps things of this user. */
export function xcodeFolder(home: string, name: 'DerivedData' | 'Archives' | 'iOS DeviceSupport'): string {
  return join(home, 'Library', 'Developer', 'Xcode', name);
}
