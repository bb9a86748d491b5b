import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode } from '../error-code.ts';
import { numbered } from './place-file.ts';

const EXTENSION = '.laglens';
/** An empty file of the session's name with this behind it: pins of two windows do not meet in one file. */
const PIN = '.pinned';
const OLD_PINS = 'pinned.json';
const DAY_MS = 24 * 3600 * 1000;
/** As `newPath` begins names, in UTC. */
const namedAfterTime = /^(\d{4}-\d\d-\d\d)_(\d\d)-(\d\d)-(\d\d)_/;

export interface LibraryLimits {
  /** So many of the newest sessions are kept, pinned ones not counted. */
  readonly sessions: number;
  /** So many bytes of the newest sessions are kept, pinned ones not counted. */
  readonly bytes: number;
}

export const defaultLimits: LibraryLimits = { sessions: 20, bytes: 1 << 30 };

export interface StoredSession {
  readonly path: string;
  /** File name without its ending. */
  readonly name: string;
  readonly bytes: number;
  /** Wall clock of the last write. */
  readonly modifiedMs: number;
  readonly isPinned: boolean;
}

/** The folder in which captures are kept: newest first, bounded, pinned ones stay. */
export class SessionLibrary {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** A path for a new session of this app that no other session has. The folder is there afterwards. */
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

  /** All sessions, newest first. */
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

  /** Keeps a session whatever the limits say, or no longer. */
  async pin(session: StoredSession, isPinned: boolean): Promise<void> {
    await this.#splitOldPins();
    if (isPinned) await writeFile(session.path + PIN, '');
    else await rm(session.path + PIN, { force: true });
  }

  /** Removes a session, also a pinned one. */
  async remove(session: StoredSession): Promise<void> {
    await rm(session.path, { force: true });
    if (session.isPinned) await this.pin(session, false);
  }

  /**
   * Removes the oldest sessions beyond the limits; gives the paths of what was removed. Nothing goes that is pinned, in use, or younger
   * than a day by its name or its time of change: a clock that was set makes new sessions look old.
   * @param inUse paths of sessions that were just recorded or that an editor shows
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

  /** Undefined when another window has just removed it. */
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

  /** Earlier versions kept all pins in one file, which two windows could write at once. */
  async #splitOldPins(): Promise<void> {
    for (const name of await this.#oldPins()) await writeFile(join(this.folder, name + PIN), '');
    await rm(join(this.folder, OLD_PINS), { force: true });
  }

  /** A list that was damaged counts as empty: pinning is then to be done again, sessions are not lost by reading it. */
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

/** What a clock that was set places after now counts as young, too. */
function isRecent({ name, modifiedMs }: StoredSession, nowMs: number): boolean {
  const [, day, hours, minutes, seconds] = namedAfterTime.exec(name) ?? [];
  const namedMs = day === undefined ? Number.NEGATIVE_INFINITY : Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
  return nowMs - modifiedMs < DAY_MS || nowMs - namedMs < DAY_MS;
}
