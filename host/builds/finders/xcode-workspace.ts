import type { Finder } from '../../folders/finder.ts';
import { type Walk, walkFolder } from '../../folders/folder-walk.ts';
import { productFiles, withoutProducts } from '../../folders/xcode-products.ts';

/** ios/build/Build/Products/Debug-iphoneos: what `xcodebuild -derivedDataPath` and tools that call it leave in a project. */
const limits = { depth: 8, entries: 30_000 } as const;

/** What Xcode built into folders of the workspace: the same places from which apps are offered to be captured. */
export function xcodeWorkspace(root: string): Finder {
  return {
    place: `Xcode's products in ${root}`,
    async *candidates(report) {
      const walk: Walk = {
        limits,
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
