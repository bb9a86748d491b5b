import { dirname, join } from 'node:path';
import type { Candidate, FinderReport } from '../../folders/finder.ts';
import { type Walk, walkFolder } from '../../folders/folder-walk.ts';
import type { GradleModule } from './gradle-modules.ts';

const limits = { depth: 4, entries: 5_000 } as const;

/** `native-debug-symbols.zip` and the packages in `build/outputs`, whose libraries may be all that there is. */
export async function* gradleArchives({ name, buildFolder }: GradleModule, report: FinderReport): AsyncGenerator<Candidate> {
  const isWanted = (file: string): boolean => /\.(apk|aab)$/.test(file) || file === 'native-debug-symbols.zip';
  for (const folder of ['native-debug-symbols', 'apk', 'bundle']) {
    const walk: Walk = { limits, folder: () => 'enter', file: isWanted };
    for await (const { path } of walkFolder(join(buildFolder, 'outputs', folder), walk, report)) {
      report.watch(dirname(path));
      yield { path, kind: 'archive', foundBy: `Gradle's ${folder} of ${name}` };
    }
  }
}
