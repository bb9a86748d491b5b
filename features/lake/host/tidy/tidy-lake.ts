import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LaglensError } from '../../../../core/errors.ts';
import { tableNames } from '../../core/tables.ts';
import { type DuckDbConnection, loadDuckDb } from '../duckdb.ts';
import { limitEngine } from '../engine-limits.ts';
import { exists } from '../exists.ts';
import { realLake, unwritable } from '../lake-errors.ts';
import { entriesOf, lakeFiles, withinLake } from '../lake-files.ts';
import { requireOwnFolders } from '../own-folders.ts';
import { newPart } from '../part-id.ts';
import { fullyReadable, readableFiles } from '../stored-rows.ts';
import { renewManifests } from './manifests.ts';
import { filesOf, mergeParts, sessionsPath, unknownTables } from './merge-parts.ts';
import { bytesOf, type PlacedPart, partsOf, type SessionsFile, sessionsFiles } from './placed-parts.ts';
import { isReplaced, lastChangeMs, removeFlatFolder, removeFresh, removeReplaced, removeUnfinished } from './remove-files.ts';

/** Numbers of files. */
export interface TidyReport {
  readonly merged: number;
  readonly made: number;
  /** Replaced by this or an earlier call. */
  readonly removed: number;
  /** Replaced, but perhaps still read. */
  readonly waiting: number;
  /** Leftovers of killed writers. */
  readonly leftovers: number;
  /** Relative to the lake; neither merged nor removed. */
  readonly damaged: readonly string[];
}

export interface TidyOptions {
  /** Removes at once; only our own questions go on then. */
  readonly isNow: boolean;
  readonly signal: AbortSignal;
}

/** Readers of other engines list one table after the other; writers place their files within minutes. */
export const SAFE_AGE_MS = 3_600_000;
/** Size of the parts merged into one. */
const MERGED_BYTES = 256 * 2 ** 20;
/** Parts from here on stay as they are. */
const LARGE_BYTES = MERGED_BYTES / 2;
const SPILL_BYTES = 16 * 2 ** 30;

/** Merges small files and removes those that no longer count. Rejects with LaglensError. */
export async function tidyLake(folder: string, options: TidyOptions): Promise<TidyReport> {
  const lake = await realLake(folder);
  await requireOwnFolders(lake);
  await refuseNewer(lake);
  const instance = await loadDuckDb().DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const spill = join(lake, `.tidy-${newPart()}`);
  const stop = (): void => connection.interrupt();
  options.signal.addEventListener('abort', stop);
  try {
    await mkdir(spill);
    await limitEngine(connection, { folder: spill, mostBytes: SPILL_BYTES });
    return await new Tidy(lake, connection, spill, options).run();
  } catch (cause) {
    options.signal.throwIfAborted();
    throw unwritable(cause);
  } finally {
    options.signal.removeEventListener('abort', stop);
    connection.closeSync();
    instance.closeSync();
    await removeFlatFolder(spill);
  }
}

async function refuseNewer(lake: string): Promise<void> {
  for (const name of unknownTables(await readdir(lake))) {
    if (!(await entriesOf(join(lake, name)).catch(() => [])).some((entry) => entry.name.startsWith('app='))) continue;
    throw new LaglensError({
      code: 'lake-unreadable',
      message: `A newer Laglens wrote this lake: the table ${name} is unknown here, so nothing was merged.`,
      next: 'Update Laglens, then tidy the lake.',
    });
  }
}

class Tidy {
  readonly #lake: string;
  readonly #connection: DuckDbConnection;
  readonly #spill: string;
  readonly #options: TidyOptions;
  readonly #damaged = new Set<string>();

  constructor(lake: string, connection: DuckDbConnection, spill: string, options: TidyOptions) {
    this.#lake = lake;
    this.#connection = connection;
    this.#spill = spill;
    this.#options = options;
  }

  async run(): Promise<TidyReport> {
    const { parts, sessions } = await this.#list();
    let highest = parts.reduce((most, { part }) => (part > most ? part : most), '');
    let merged = 0;
    let made = 0;
    for (const unit of await this.#units(parts, sessions)) {
      highest = newPart(highest);
      const files = await this.#merge(unit, highest);
      if (files === undefined) continue;
      merged += unit.reduce((sum, { paths }) => sum + paths.length, 0);
      made += files.length;
    }
    const damaged = [...this.#damaged].map((path) => withinLake(this.#lake, path));
    return { merged, made, ...(await this.#remove()), damaged };
  }

  /** What lies in the lake now. */
  async #list() {
    const tables = await lakeFiles(this.#lake, Number.POSITIVE_INFINITY);
    for (const table of tableNames) {
      const files = (tables.get(table) ?? []).filter((path) => !this.#damaged.has(path));
      await readableFiles(this.#connection, table, files, (path) => this.#damaged.add(path));
    }
    const readable = (tables.get('sessions') ?? []).filter((path) => !this.#damaged.has(path));
    return { tables, parts: partsOf(this.#lake, tables), sessions: await sessionsFiles(this.#connection, readable) };
  }

  /** Parts of one partition to merge with each other. */
  async #units(parts: readonly PlacedPart[], sessions: ReadonlyMap<string, SessionsFile>): Promise<readonly (readonly PlacedPart[])[]> {
    const units: PlacedPart[][] = [];
    let unit: PlacedPart[] = [];
    let bytes = 0;
    for (const part of parts) {
      const size = await bytesOf(part.paths);
      const file = sessions.get(sessionsPath(this.#lake, part));
      if (file === undefined || file.live === 0 || this.#isDamaged(part)) continue;
      if (size >= LARGE_BYTES && file.live === file.rows) continue;
      if (unit[0]?.partition !== part.partition || bytes + size > MERGED_BYTES) {
        unit = [];
        units.push(unit);
        bytes = 0;
      }
      unit.push(part);
      bytes += size;
    }
    const hasReplaced = (part: PlacedPart): boolean => {
      const file = sessions.get(sessionsPath(this.#lake, part));
      return file !== undefined && file.live < file.rows;
    };
    return units.filter((each) => each.length > 1 || each.some(hasReplaced));
  }

  #isDamaged({ paths }: PlacedPart): boolean {
    return paths.some((path) => this.#damaged.has(path));
  }

  /** Undefined if another call merged them, or damage appeared. */
  async #merge(unit: readonly PlacedPart[], part: string): Promise<readonly string[] | undefined> {
    try {
      return await mergeParts(this.#connection, this.#lake, unit, part);
    } catch (error) {
      this.#options.signal.throwIfAborted();
      for (const { paths } of unit) for (const path of paths) if (!(await exists(path))) return undefined;
      const known = this.#damaged.size;
      for (const table of tableNames) {
        await fullyReadable(this.#connection, filesOf(unit, table), (path) => this.#damaged.add(path));
      }
      if (this.#damaged.size === known) throw error;
      return undefined;
    }
  }

  async #remove(): Promise<Pick<TidyReport, 'removed' | 'waiting' | 'leftovers'>> {
    const { tables, parts, sessions } = await this.#list();
    await renewManifests(this.#connection, this.#lake, tables);
    const { isNow } = this.#options;
    const nowMs = (await stat(this.#spill)).mtimeMs;
    const beforeMs = isNow ? Number.POSITIVE_INFINITY : nowMs - SAFE_AGE_MS;
    const isOld = async (paths: readonly string[]): Promise<boolean> => {
      const changedMs = await lastChangeMs(paths);
      return changedMs !== undefined && changedMs <= beforeMs;
    };
    let removed = 0;
    let waiting = 0;
    let leftovers = 0;
    for (const part of parts) {
      const path = sessionsPath(this.#lake, part);
      const file = sessions.get(path);
      if (isReplaced(file)) {
        if (await isOld(file?.replacedBy ?? [])) {
          await removeReplaced(this.#lake, part);
          removed += part.paths.length;
        } else waiting += part.paths.length;
      } else if (!part.files.has('sessions') && (await isOld(part.paths))) leftovers += await removeUnfinished(this.#lake, part);
    }
    leftovers += await removeFresh(this.#lake, beforeMs, this.#spill);
    return { removed, waiting, leftovers };
  }
}
