import {
  chmodSync,
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmdirSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join, posix } from 'node:path';
import type { Sink, Source } from '../shell/byte-pipe.ts';
import { type FileAccess, refusal } from './access.ts';
import type { Actor } from './actor.ts';
import { PhoneErrno } from './errno.ts';

export interface PhoneFile extends Sink {
  /** Sets the file's time in seconds, if given. */
  close(modifiedS?: number): Promise<void>;
}

/** The phone's files, in a folder of this computer; /proc is generated. */
export class PhoneFiles {
  readonly #root: string;
  readonly #ownerOf: (dataFolder: string) => number | undefined;
  readonly #made: (path: string) => string | undefined;
  /** True on a full disk; asked at every write. */
  readonly #isFull: () => boolean;

  constructor(
    root: string,
    ownerOf: (dataFolder: string) => number | undefined,
    made: (path: string) => string | undefined,
    isFull: () => boolean,
  ) {
    this.#root = root;
    this.#ownerOf = ownerOf;
    this.#made = made;
    this.#isFull = isFull;
  }

  /** A phone file's place on this computer. */
  hostPath(path: string): string {
    return join(this.#root, canonical(path));
  }

  exists(path: string): boolean {
    return this.#made(path) !== undefined || existsSync(this.hostPath(path));
  }

  isFolder(path: string): boolean {
    return statSync(this.hostPath(path), { throwIfNoEntry: false })?.isDirectory() ?? false;
  }

  /** Undefined for a missing folder, or one the actor may not list. */
  namesIn(path: string, actor: Actor): string[] | undefined {
    return this.isFolder(path) && this.#refusal(path, actor, 'read') === undefined ? readdirSync(this.hostPath(path)) : undefined;
  }

  /** @throws PhoneErrno */
  list(path: string, actor: Actor): string[] {
    this.stat(path, actor);
    if (!this.isFolder(path)) throw new PhoneErrno('ENOTDIR');
    this.#demand(path, actor, 'read');
    return readdirSync(this.hostPath(path)).sort();
  }

  /** Refuses what `chdir` does. @throws PhoneErrno */
  enter(path: string, actor: Actor): void {
    const { stats } = this.stat(path, actor);
    if (!stats.isDirectory()) throw new PhoneErrno('ENOTDIR');
    this.#demand(path, actor, 'search');
  }

  mayAccess(path: string, actor: Actor, access: FileAccess): boolean {
    return this.#refusal(path, actor, access, this.stat(path, actor).stats.mode) === undefined;
  }

  mayRun(path: string, actor: Actor): boolean {
    const { stats } = this.stat(path, actor);
    return (stats.mode & 0o111) !== 0 && this.#refusal(path, actor, 'read', stats.mode) === undefined;
  }

  /** @throws PhoneErrno */
  stat(path: string, actor: Actor): { stats: Stats; uid: number } {
    this.#demand(posix.dirname(canonical(path)), actor, 'search');
    const stats = statSync(this.hostPath(path), { throwIfNoEntry: false });
    if (!stats) throw new PhoneErrno('ENOENT');
    const home = /^\/data\/user\/\d+\/[^/]+/.exec(canonical(path))?.[0];
    const uid = home ? (this.#ownerOf(home) ?? 0) : ownerOutsideApps(canonical(path));
    return { stats, uid };
  }

  /** @throws PhoneErrno */
  openToRead(path: string, actor: Actor): Source {
    const text = this.#made(path);
    if (text !== undefined) {
      const chunks = [Buffer.from(text)];
      return { read: async () => chunks.shift() };
    }
    const { stats } = this.stat(path, actor);
    this.#demand(path, actor, 'read', stats.mode);
    if (stats.isDirectory()) throw new PhoneErrno('EISDIR');
    const bytes = createReadStream(this.hostPath(path))[Symbol.asyncIterator]();
    return {
      read: async () => {
        const { value, done } = await bytes.next();
        return done || !Buffer.isBuffer(value) ? undefined : value;
      },
    };
  }

  /** Creates a missing file. @throws PhoneErrno */
  openToWrite(path: string, actor: Actor, append: boolean, mode = 0o666): PhoneFile {
    const before = statSync(this.hostPath(path), { throwIfNoEntry: false });
    if (!before) this.stat(posix.dirname(canonical(path)), actor);
    this.#demand(path, actor, 'write', before?.mode);
    if (before?.isDirectory()) throw new PhoneErrno('EISDIR');
    const host = this.hostPath(path);
    // A new file, since a process may have the old one mapped.
    if (!append && before) rmSync(host);
    const fd = openSync(host, append ? 'a' : 'w', mode);
    if (!append || !before) chmodSync(host, mode);
    let open = true;
    return {
      write: async (bytes) => {
        if (this.#isFull()) throw new PhoneErrno('ENOSPC');
        writeSync(fd, bytes);
      },
      close: async (modifiedS) => {
        if (!open) return;
        open = false;
        closeSync(fd);
        if (modifiedS !== undefined) utimesSync(host, modifiedS, modifiedS);
      },
    };
  }

  /**
   * @param parents as `mkdir -p`: creates missing parents and accepts an existing folder @param mode by default that of adbd's folders
   * @throws PhoneErrno
   */
  makeFolder(path: string, actor: Actor, parents: boolean, mode = 0o775): void {
    if (this.exists(path)) {
      if (parents && this.isFolder(path)) return;
      throw new PhoneErrno('EEXIST');
    }
    const above = posix.dirname(canonical(path));
    if (!this.exists(above)) {
      if (!parents) throw new PhoneErrno('ENOENT');
      this.makeFolder(above, actor, true, mode);
    }
    this.#demand(path, actor, 'write');
    if (this.#isFull()) throw new PhoneErrno('ENOSPC');
    mkdirSync(this.hostPath(path));
    chmodSync(this.hostPath(path), mode);
  }

  /** @throws PhoneErrno */
  remove(path: string, actor: Actor, recursive: boolean): void {
    const { stats } = this.stat(path, actor);
    this.#demand(posix.dirname(canonical(path)), actor, 'write');
    if (stats.isDirectory() && !recursive) throw new PhoneErrno('EISDIR');
    rmSync(this.hostPath(path), { recursive: stats.isDirectory() });
  }

  /** @throws PhoneErrno */
  removeFolder(path: string, actor: Actor): void {
    if (this.list(path, actor).length > 0) throw new PhoneErrno('ENOTEMPTY');
    this.#demand(posix.dirname(canonical(path)), actor, 'write');
    rmdirSync(this.hostPath(path));
  }

  /** @throws PhoneErrno */
  changeMode(path: string, actor: Actor, change: (mode: number) => number): void {
    const { stats } = this.stat(path, actor);
    this.#demand(path, actor, 'write', stats.mode);
    chmodSync(this.hostPath(path), change(stats.mode & 0o7777));
  }

  #refusal(path: string, actor: Actor, access: FileAccess, mode?: number) {
    return refusal(actor, canonical(path), access, this.#ownerOf, mode);
  }

  #demand(path: string, actor: Actor, access: FileAccess, mode?: number): void {
    const refused = this.#refusal(path, actor, access, mode);
    if (refused) throw new PhoneErrno(refused);
  }
}

/** Resolves the links at a phone's root. */
export function canonical(path: string): string {
  return posix
    .normalize(path)
    .replace(/(?<=.)\/$/, '')
    .replace(/^\/data\/data(?=\/)/, '/data/user/0')
    .replace(/^\/(sdcard|storage\/self\/primary)(?=\/|$)/, '/storage/emulated/0');
}

function ownerOutsideApps(path: string): number {
  if (path.startsWith('/data/local/tmp') || path.startsWith('/storage/emulated/0')) return 2000;
  return /^\/data(?:\/(?:app|user(?:\/\d+)?))?$/.test(path) ? 1000 : 0;
}
