import { readFile, writeFile } from 'node:fs/promises';
import { LAKE_VERSION } from '../../../core/lake/tables.ts';
import { errorCode } from '../../error-code.ts';
import type { DuckDbConnection } from '../duckdb.ts';
import { type LakeFiles, type Manifest, manifestPath, withinLake } from '../lake-files.ts';
import { newPart, partOf } from '../part-id.ts';
import { PartFiles } from '../place-part.ts';

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
    if ((await writtenPart(path)) === part) continue;
    const manifest: Manifest = { lake: LAKE_VERSION, session, part, files: files.get(part) ?? [] };
    await writing.place(withinLake(lake, path), async (fresh) => {
      await writeFile(fresh, JSON.stringify(manifest), { flag: 'wx' });
      return true;
    });
  }
}

async function writtenPart(path: string): Promise<unknown> {
  try {
    const manifest: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof manifest === 'object' && manifest !== null && 'part' in manifest ? manifest.part : undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
