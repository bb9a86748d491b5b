import { constants } from 'node:fs';
import { type FileHandle, mkdir, mkdtemp, open, readdir, rmdir, unlink } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ProcessFacts } from './proc.ts';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/**
 * A folder that is held open. Names in it are resolved from the handle (`/proc/self/fd`, proc(5)), never from a path,
 * so that its owner and the owners of the folders above it can lead nobody elsewhere by a link. Linux only.
 * Methods throw Node's errors.
 */
export class HeldFolder {
  readonly handle: FileHandle;

  private constructor(handle: FileHandle) {
    this.handle = handle;
  }

  /**
   * The temporary folder as the process sees it. In a container it must be a real folder: a link there would be
   * resolved among the files of this computer.
   */
  static async temporaryOf(process: ProcessFacts): Promise<HeldFolder> {
    if (process.root === '') return new HeldFolder(await open('/tmp', O_RDONLY | O_DIRECTORY));
    const root = new HeldFolder(await open(process.root, O_RDONLY | O_DIRECTORY));
    try {
      return await root.enter('tmp');
    } finally {
      await root.close();
    }
  }

  /** A path of something directly in the folder. Its last part may still be a link. */
  at(name: string): string {
    if (name.includes('/') || name === '..') throw new RangeError(`${name} is not a name within a folder`);
    return `/proc/self/fd/${this.handle.fd}/${name}`;
  }

  /** A folder in it. Throws `ENOTDIR` or `ELOOP` for anything else, links to folders among them. */
  async enter(name: string): Promise<HeldFolder> {
    return new HeldFolder(await open(this.at(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
  }

  /** A new file, open for writing. Throws `EEXIST` when anything has that name already, a link that leads nowhere too. */
  async create(name: string, mode: number): Promise<FileHandle> {
    return await open(this.at(name), O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, mode);
  }

  async makeFolder(name: string): Promise<HeldFolder> {
    await mkdir(this.at(name), 0o700);
    return await this.enter(name);
  }

  /** A new folder of mode 0700 whose name begins so; and its name. Throws when somebody has put another one in its place. */
  async makeOwnFolder(prefix: string): Promise<readonly [name: string, folder: HeldFolder]> {
    const name = basename(await mkdtemp(this.at(prefix)));
    const folder = await this.enter(name);
    if (await folder.isOnlyOurs(0o077)) return [name, folder];
    await folder.close();
    throw new Error(`the new folder ${name} was replaced by somebody else's`);
  }

  /** Whether the folder is our user's, with none of these rights for others (bits of its mode). */
  async isOnlyOurs(rights: number): Promise<boolean> {
    const { uid, mode } = await this.handle.stat();
    return uid === process.getuid?.() && (mode & rights) === 0;
  }

  async names(): Promise<readonly string[]> {
    return await readdir(this.at(''));
  }

  async removeFile(name: string): Promise<void> {
    await unlink(this.at(name));
  }

  /** Throws `ENOTEMPTY` when something is in it. */
  async removeFolder(name: string): Promise<void> {
    await rmdir(this.at(name));
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}
