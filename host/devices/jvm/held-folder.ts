import { constants } from 'node:fs';
import { type FileHandle, mkdir, mkdtemp, open, readdir, rmdir, unlink } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ProcessFacts } from './proc.ts';

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/**
 * An open folder. Names resolve from its handle (`/proc/self/fd`, proc(5)), so no owner can redirect a path by a link.
 * Linux only. Methods throw Node's errors.
 */
export class HeldFolder {
  readonly handle: FileHandle;

  private constructor(handle: FileHandle) {
    this.handle = handle;
  }

  /** As the process sees it. In a container it must be no link, which would resolve to this computer's files. */
  static async temporaryOf(process: ProcessFacts): Promise<HeldFolder> {
    if (process.root === '') return new HeldFolder(await open('/tmp', O_RDONLY | O_DIRECTORY));
    const root = new HeldFolder(await open(process.root, O_RDONLY | O_DIRECTORY));
    try {
      return await root.enter('tmp');
    } finally {
      await root.close();
    }
  }

  /** The last part may be a link. */
  at(name: string): string {
    if (name.includes('/') || name === '..') throw new RangeError(`${name} is not a name within a folder`);
    return `/proc/self/fd/${this.handle.fd}/${name}`;
  }

  /** @throws ENOTDIR or ELOOP for anything else, including links */
  async enter(name: string): Promise<HeldFolder> {
    return new HeldFolder(await open(this.at(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW));
  }

  /** @throws EEXIST for any existing name, including dangling links */
  async create(name: string, mode: number): Promise<FileHandle> {
    return await open(this.at(name), O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, mode);
  }

  async makeFolder(name: string): Promise<HeldFolder> {
    await mkdir(this.at(name), 0o700);
    return await this.enter(name);
  }

  /** Of mode 0700. Throws when somebody replaced it. */
  async makeOwnFolder(prefix: string): Promise<readonly [name: string, folder: HeldFolder]> {
    const name = basename(await mkdtemp(this.at(prefix)));
    const folder = await this.enter(name);
    if (await folder.isOnlyOurs(0o077)) return [name, folder];
    await folder.close();
    throw new Error(`the new folder ${name} was replaced by another user's`);
  }

  /** @param rights of others that are excluded, as mode bits */
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

  /** @throws ENOTEMPTY */
  async removeFolder(name: string): Promise<void> {
    await rmdir(this.at(name));
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}
