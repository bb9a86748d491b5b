import { join } from 'node:path';
import type { FinderReport } from '../../folders/finder.ts';
import { type Walk, walkFolder } from '../../folders/folder-walk.ts';
import { MOST_FOREIGN_BYTES, readForeignFile } from '../../foreign-file.ts';

const limits = { depth: 4, entries: 5_000 } as const;

/** Application ids by variant, of the `output-metadata.json` that the Android Gradle plugin writes beside each APK. */
export async function applicationIds(buildFolder: string, report: FinderReport): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const walk: Walk = { limits, folder: () => 'enter', file: (name: string) => name === 'output-metadata.json' };
  for (const folder of [join(buildFolder, 'outputs', 'apk'), join(buildFolder, 'intermediates', 'apk')]) {
    for await (const { path } of walkFolder(folder, walk, report)) {
      const metadata = await readMetadata(path);
      if (metadata === undefined) continue;
      const ids = found.get(metadata.variant) ?? [];
      if (!ids.includes(metadata.applicationId)) ids.push(metadata.applicationId);
      found.set(metadata.variant, ids);
    }
  }
  return found;
}

async function readMetadata(path: string): Promise<{ readonly variant: string; readonly applicationId: string } | undefined> {
  try {
    const bytes = await readForeignFile(path, MOST_FOREIGN_BYTES, { links: 'follow' });
    const json: unknown = JSON.parse(bytes.toString('utf8'));
    if (typeof json !== 'object' || json === null || !('variantName' in json) || !('applicationId' in json)) return undefined;
    const { variantName: variant, applicationId } = json;
    return typeof variant === 'string' && typeof applicationId === 'string' ? { variant, applicationId } : undefined;
  } catch {
    // Written while we read, or of another tool: then the variant's application id is unknown, as without the file.
    return undefined;
  }
}
