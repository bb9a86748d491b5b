import { totalmem } from 'node:os';
import type { DuckDbConnection } from './duckdb.ts';

const MOST_BYTES = 4 * 2 ** 30;

/** Half of this computer's or container's memory, at most 4 GiB. Beyond `folder`'s bytes, work fails instead of filling the disk. */
export async function limitEngine(
  connection: DuckDbConnection,
  spill?: { readonly folder: string; readonly mostBytes: number },
): Promise<void> {
  const constrained = process.constrainedMemory();
  const memory = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  await connection.run(`SET memory_limit = '${Math.floor(Math.min(memory / 2, MOST_BYTES))}B'`);
  // The engine's default is a folder in the current one, which questions could read, too.
  await connection.run(`SET temp_directory = '${(spill?.folder ?? '').replaceAll("'", "''")}'`);
  if (spill !== undefined) await connection.run(`SET max_temp_directory_size = '${spill.mostBytes}B'`);
}
