import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const EXTENSION = '.laglens';
const PINS = 'pinned.json';

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
      const name = count === 1 ? stem : `${stem}-${count}`;
      if (!taken.has(name)) return join(this.folder, name + EXTENSION);
    }
  }

  /** All sessions, newest first. */
  async sessions(): Promise<readonly StoredSession[]> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const pins = await this.#pins();
    const names = (await readdir(this.folder)).filter((name) => name.endsWith(EXTENSION));
    const found = await Promise.all(
      names.map(async (name) => {
        const path = join(this.folder, name);
        const { size, mtimeMs } = await stat(path);
        return { path, name: name.slice(0, -EXTENSION.length), bytes: size, modifiedMs: mtimeMs, isPinned: pins.has(name) };
      }),
    );
    return found.sort((a, b) => b.modifiedMs - a.modifiedMs);
  }

  /** Keeps a session whatever the limits say, or no longer. */
  async pin(session: StoredSession, isPinned: boolean): Promise<void> {
    const pins = await this.#pins();
    if (isPinned) pins.add(session.name + EXTENSION);
    else pins.delete(session.name + EXTENSION);
    const draft = join(this.folder, `${PINS}.new`);
    await writeFile(draft, JSON.stringify([...pins]));
    await rename(draft, join(this.folder, PINS));
  }

  /** Removes a session, also a pinned one. */
  async remove(session: StoredSession): Promise<void> {
    await rm(session.path, { force: true });
    if (session.isPinned) await this.pin(session, false);
  }

  /** Removes the oldest sessions beyond the limits, never the newest one; gives the paths of what was removed. */
  async tidy(limits: LibraryLimits): Promise<readonly string[]> {
    const removed: string[] = [];
    let count = 0;
    let bytes = 0;
    for (const session of (await this.sessions()).filter((each) => !each.isPinned)) {
      count++;
      bytes += session.bytes;
      if (count === 1 || (count <= limits.sessions && bytes <= limits.bytes)) continue;
      await rm(session.path, { force: true });
      removed.push(session.path);
    }
    return removed;
  }

  /** A list that was damaged counts as empty: pinning is then to be done again, sessions are not lost by reading it. */
  async #pins(): Promise<Set<string>> {
    try {
      const parsed: unknown = JSON.parse(await readFile(join(this.folder, PINS), 'utf8'));
      return new Set(Array.isArray(parsed) ? parsed.filter((each) => typeof each === 'string') : []);
    } catch (error) {
      if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT')) return new Set();
      throw error;
    }
  }
}
