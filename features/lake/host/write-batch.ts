import { writeFile } from 'node:fs/promises';
import type { SessionRows } from '../core/session-rows.ts';
import type { TableRows } from '../core/table-rows.ts';
import { LAKE_VERSION, type LakeTable, partitionColumns, tableNames } from '../core/tables.ts';
import { inLanes } from './in-lanes.ts';
import { type Manifest, manifestPath, withinLake } from './lake-files.ts';
import { newPart } from './part-id.ts';
import { partitionFolder } from './partition-folder.ts';
import { PartFiles } from './place-part.ts';
import type { TableWriter } from './table-writer.ts';

/** Where a session's rows lie. */
export interface Partition {
  readonly app: string;
  readonly version: string;
  readonly day: string;
}

interface Partitioned {
  readonly partition: Partition;
  readonly sessions: { readonly id: string; readonly spanUs: number; readonly rows: SessionRows }[];
  /** Relative to the lake. */
  readonly files: string[];
}

/** Rows in memory before their files are written. */
const MOST_ROWS = 5_000_000;
const MOST_SESSIONS = 500;

/** Written at once. */
const MANIFESTS = 16;

/** Sessions written together: rows of one table and partition share a file. */
export class LakeBatch {
  readonly part = newPart();
  readonly #lake: string;
  readonly #files: PartFiles;
  readonly #lanes: readonly TableWriter[];
  readonly #sessions = new Set<string>();
  readonly #partitions = new Map<string, Partitioned>();
  #rows = 0;

  constructor(lake: string, lanes: readonly TableWriter[]) {
    this.#lake = lake;
    this.#files = new PartFiles(lake, this.part);
    this.#lanes = lanes;
  }

  has(id: string): boolean {
    return this.#sessions.has(id);
  }

  /** True once it should be committed. */
  get isFull(): boolean {
    return this.#rows >= MOST_ROWS || this.#sessions.size >= MOST_SESSIONS;
  }

  /** @param spanUs as in `Manifest` */
  add(id: string, spanUs: number, rows: SessionRows, partition: Partition): void {
    const key = JSON.stringify(partitionColumns.map((name) => partition[name]));
    let partitioned = this.#partitions.get(key);
    if (partitioned === undefined) {
      partitioned = { partition, sessions: [], files: [] };
      this.#partitions.set(key, partitioned);
    }
    partitioned.sessions.push({ id, spanUs, rows });
    this.#sessions.add(id);
    for (const table of tableNames) this.#rows += rows[table].length;
  }

  /** Places all files, those of `sessions` last: they make the others count. A failure leaves none. Rejects with the file system's and the engine's errors. */
  async commit(): Promise<void> {
    const partitions = [...this.#partitions.values()];
    const others = tableNames.filter((table) => table !== 'sessions');
    const place = (tables: readonly LakeTable[]) =>
      inLanes(
        this.#lanes,
        partitions.flatMap((each) => tables.map((table) => ({ table, each }))),
        (writer, { table, each }) => this.#place(writer, table, each),
      );
    try {
      await place(others);
      await this.#files.confirm();
      await place(['sessions']);
      await this.#files.confirm();
    } catch (error) {
      await this.#files.undo();
      throw error;
    }
    const manifests = partitions.flatMap(({ sessions, files }) => sessions.map(({ id, spanUs }) => ({ id, spanUs, files })));
    await inLanes(new Array<undefined>(MANIFESTS).fill(undefined), manifests, (_, { id, ...more }) => this.#placeManifest(id, more));
  }

  #placeManifest(session: string, more: Pick<Manifest, 'spanUs' | 'files'>): Promise<void> {
    const name = withinLake(this.#lake, manifestPath(this.#lake, session));
    return new PartFiles(this.#lake, this.part).place(name, async (fresh) => {
      const manifest: Manifest = { lake: LAKE_VERSION, session, part: this.part, ...more };
      await writeFile(fresh, JSON.stringify(manifest), { flag: 'wx' });
      return true;
    });
  }

  /** No file without rows. */
  async #place<T extends LakeTable>(writer: TableWriter, table: T, { partition, sessions, files }: Partitioned): Promise<void> {
    const tableRows = sessions.flatMap(({ id, rows }) => {
      const own: TableRows<T> = rows[table];
      return own.length === 0 ? [] : [{ session: id, rows: own }];
    });
    if (tableRows.length === 0) return;
    const name = [table, ...partitionColumns.map((each) => partitionFolder(each, partition[each])), `${this.part}.parquet`].join('/');
    await this.#files.place(name, async (fresh) => {
      await writer.write(table, this.part, tableRows, fresh);
      return true;
    });
    files.push(name);
  }
}
