import { writeFile } from 'node:fs/promises';
import { field, numberField } from '../../../../core/text/json-fields.ts';
import { LAKE_VERSION } from '../../core/tables.ts';
import type { DuckDbConnection } from '../duckdb.ts';
import { type LakeFiles, type Manifest, manifestPath, withinLake } from '../lake-files.ts';
import { newPart, partOf } from '../part-id.ts';
import { PartFiles } from '../place-part.ts';
import { writtenManifest } from '../written-manifest.ts';

/** Writes manifests that are missing, damaged or of a replaced part, such as after a kill. */
export async function renewManifests(connection: DuckDbConnection, lake: string, tables: LakeFiles): Promise<void> {
  const files = new Map<string, string[]>();
  for (const path of [...tables.values()].flat()) {
    const part = partOf(path) ?? '';
    const known = files.get(part) ?? [];
    known.push(withinLake(lake, path));
    files.set(part, known);
  }
  // A name of this call alone: killed and parallel ones leave or write others.
  const writing = new PartFiles(lake, newPart());
  const live = await connection.runAndReadAll('SELECT session, part FROM live ORDER BY part, session');
  for (const [session, part] of live.getRowsJson()) {
    if (typeof session !== 'string' || typeof part !== 'string' || !/^[0-9a-f]{32}$/.test(session)) continue;
    const path = manifestPath(lake, session);
    const written = await writtenManifest(path);
    if (field(written, 'part') === part) continue;
    const manifest: Manifest = { lake: LAKE_VERSION, session, part, spanUs: numberField(written, 'spanUs'), files: files.get(part) ?? [] };
    await writing.place(withinLake(lake, path), async (fresh) => {
      await writeFile(fresh, JSON.stringify(manifest), { flag: 'wx' });
      return true;
    });
  }
}
