import { basename, dirname, join } from 'node:path';
import type { Candidate, FinderReport } from '../../folders/finder.ts';
import { type Walk, walkFolder } from '../../folders/folder-walk.ts';
import { applicationIds } from './application-ids.ts';
import type { GradleModule } from './gradle-modules.ts';

const limits = { depth: 3, entries: 5_000 } as const;

/** `build/outputs/mapping/<variant>/mapping.txt`; older plugins have the flavour's folder above the build type's. */
export async function* gradleMappings({ name, buildFolder }: GradleModule, report: FinderReport): AsyncGenerator<Candidate> {
  const folder = join(buildFolder, 'outputs', 'mapping');
  report.watch(buildFolder);
  report.watch(join(buildFolder, 'outputs'));
  report.watch(folder);
  let ids: ReadonlyMap<string, readonly string[]> | undefined;
  const walk: Walk = { limits, folder: () => 'enter', file: (file: string) => file === 'mapping.txt' };
  for await (const { path } of walkFolder(folder, walk, report)) {
    report.watch(dirname(path));
    ids ??= await applicationIds(buildFolder, report);
    const variant = variantOf(folder, path);
    yield { path, kind: 'mapping', foundBy: `Gradle's mapping of ${name}, ${variant}`, variant, applicationIds: ids.get(variant) ?? [] };
  }
}

/** `freeRelease` of `mapping/freeRelease/mapping.txt` and of `mapping/free/release/mapping.txt`. */
function variantOf(folder: string, path: string): string {
  const [type = '', flavour] = [basename(dirname(path)), basename(dirname(dirname(path)))];
  if (dirname(dirname(path)) === folder || flavour === undefined) return type;
  return `${flavour}${type.charAt(0).toUpperCase()}${type.slice(1)}`;
}
