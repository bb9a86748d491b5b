import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode } from '../error-code.ts';
import { numbered } from './place-file.ts';

const EXTENSION = '.laglens';
/** An empty file marks a pin, so windows do not write to one list. */
const PIN = '.pinned';
const OLD_PINS = 'pinned.json';
const DAY_MS = 24 * 3600 * 1000;
/** The begin of `newPath`, in UTC. */
const namedAfterTime = /^(\d{4}-\d\d-\d\d)_(\d\d)-(\d\d)-(\d\d)_/;

interface LibraryLimits {
  /** Newest sessions to keep, besides pinned ones. */
  readonly sessions: number;
  /** Their bytes, besides pinned ones. */
  readonly bytes: number;
}

export interface StoredSession {
  readonly path: string;
  /** Without the ending. */
  readonly name: string;
  readonly bytes: number;
  /** Wall clock of the last write. */
  readonly modifiedMs: number;
  readonly isPinned: boolean;
}

/** The folder of captures, newest first and bounded. */
export class SessionLibrary {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** An unused path. Creates the folder. */
  async newPath(app: string, now: Date = new Date()): Promise<string> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const taken = new Set((await readdir(this.folder)).map((name) => name.slice(0, name.indexOf(EXTENSION))));
    const day = now.toISOString().slice(0, 19).replace('T', '_').replaceAll(':', '-');
    const stem = `${day}_${app.replace(/[^\w.@-]+/g, '_').slice(0, 80)}`;
    for (let count = 1; ; count++) {
      const name = numbered(stem + EXTENSION, count);
      if (!taken.has(name.slice(0, -EXTENSION.length))) return join(this.folder, name);
    }
  }

  /** Newest first. */
  async sessions(): Promise<readonly StoredSession[]> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const all = await readdir(this.folder);
    const pins = new Set([
      ...(await this.#oldPins()),
      ...all.filter((name) => name.endsWith(PIN)).map((name) => name.slice(0, -PIN.length)),
    ]);
    const found = await Promise.all(all.filter((name) => name.endsWith(EXTENSION)).map((name) => this.#stored(name, pins.has(name))));
    return found.filter((session) => session !== undefined).sort((a, b) => b.modifiedMs - a.modifiedMs);
  }

  async pin(session: StoredSession, isPinned: boolean): Promise<void> {
    await this.#splitOldPins();
    if (isPinned) await writeFile(session.path + PIN, '');
    else await rm(session.path + PIN, { force: true });
  }

  /** Removes pinned sessions, too. */
  async remove(session: StoredSession): Promise<void> {
    await rm(session.path, { force: true });
    if (session.isPinned) await this.pin(session, false);
  }

  /**
   * Removes the oldest sessions beyond the limits. Pinned, open and recent ones stay: a changed clock makes new
   * sessions look old.
   * @param inUse paths of new or open sessions
   * @returns removed paths
   */
  async tidy(limits: LibraryLimits, inUse: ReadonlySet<string> = new Set(), nowMs: number = Date.now()): Promise<readonly string[]> {
    const removed: string[] = [];
    let count = 0;
    let bytes = 0;
    for (const session of (await this.sessions()).filter((each) => !each.isPinned)) {
      count++;
      bytes += session.bytes;
      if (count === 1 || (count <= limits.sessions && bytes <= limits.bytes)) continue;
      if (inUse.has(session.path) || isRecent(session, nowMs)) continue;
      await rm(session.path, { force: true });
      removed.push(session.path);
    }
    return removed;
  }

  /** Undefined once removed by another window. */
  async #stored(name: string, isPinned: boolean): Promise<StoredSession | undefined> {
    const path = join(this.folder, name);
    try {
      const { size, mtimeMs } = await stat(path);
      return { path, name: name.slice(0, -EXTENSION.length), bytes: size, modifiedMs: mtimeMs, isPinned };
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Migrates the shared list of earlier versions. */
  async #splitOldPins(): Promise<void> {
    for (const name of await this.#oldPins()) await writeFile(join(this.folder, name + PIN), '');
    await rm(join(this.folder, OLD_PINS), { force: true });
  }

  /** A damaged list loses only pins. */
  async #oldPins(): Promise<readonly string[]> {
    try {
      const parsed: unknown = JSON.parse(await readFile(join(this.folder, OLD_PINS), 'utf8'));
      return Array.isArray(parsed) ? parsed.filter((each) => typeof each === 'string' && each === basename(each)) : [];
    } catch (error) {
      if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  }
}

/** Times after now count as recent: the clock may have changed. */
function isRecent({ name, modifiedMs }: StoredSession, nowMs: number): boolean {
  const [, day, hours, minutes, seconds] = namedAfterTime.exec(name) ?? [];
  const namedMs = day === undefined ? Number.NEGATIVE_INFINITY : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
  return nowMs - modifiedMs < DAY_MS || nowMs - namedMs < DAY_MS;
}
