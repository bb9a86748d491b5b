import { type DuckDb, loadDuckDb } from './duckdb.ts';
import { limitEngine } from './engine-limits.ts';
import { TableWriter } from './table-writer.ts';

/** Files written at once: while the engine compresses rows of one, it takes rows of the other. */
const LANES = 2;

/** An engine for adding, with the memory of a question. Close it. */
export interface LakeWriter {
  readonly lanes: readonly TableWriter[];
  close(): void;
}

/** Rejects with LaglensError if the engine is not installed. */
export async function openWriter(): Promise<LakeWriter> {
  const engine: DuckDb = loadDuckDb();
  const instance = await engine.DuckDBInstance.create(':memory:');
  const connections = await Promise.all(Array.from({ length: LANES }, () => instance.connect()));
  const close = (): void => {
    for (const connection of connections) connection.closeSync();
    instance.closeSync();
  };
  try {
    const [first] = connections;
    if (first !== undefined) await limitEngine(first);
    return { lanes: connections.map((connection, lane) => new TableWriter(engine, connection, lane)), close };
  } catch (error) {
    close();
    throw error;
  }
}
