import { type FileHandle, open } from 'node:fs/promises';

/** AFC's modes of opening (afc_file_mode_t): read, read and write, replace, read and replace, append, read and append. */
const modes: Readonly<Record<number, string>> = { 1: 'r', 2: 'r+', 3: 'w', 4: 'w+', 5: 'a', 6: 'a+' };

interface OpenFile {
  readonly handle: FileHandle;
  position: number;
}

/** Most bytes of one read; hosts ask again. */
const LONGEST_READ_BYTES = 1 << 22;

/** One host's open files. Errors are this computer's file system's. */
export class OpenFiles {
  readonly #files = new Map<number, OpenFile>();
  #last = 0;

  /** @returns AFC's handle */
  async open(path: string, mode: number): Promise<number> {
    const handle = await open(path, modes[mode] ?? 'r');
    this.#files.set(++this.#last, { handle, position: 0 });
    return this.#last;
  }

  async read(id: number, bytes: number): Promise<Buffer> {
    const file = this.#file(id);
    const buffer = Buffer.alloc(Math.min(bytes, LONGEST_READ_BYTES));
    const { bytesRead } = await file.handle.read(buffer, 0, buffer.length, file.position);
    file.position += bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  async write(id: number, bytes: Buffer): Promise<void> {
    const file = this.#file(id);
    await file.handle.write(bytes, 0, bytes.length, file.position);
    file.position += bytes.length;
  }

  /** @param whence as in lseek: 0 from the beginning, 1 from here, 2 from the end */
  async seek(id: number, whence: number, offset: number): Promise<void> {
    const file = this.#file(id);
    const from = whence === 0 ? 0 : whence === 1 ? file.position : (await file.handle.stat()).size;
    file.position = from + offset;
  }

  position(id: number): number {
    return this.#file(id).position;
  }

  async setSize(id: number, bytes: number): Promise<void> {
    await this.#file(id).handle.truncate(bytes);
  }

  async close(id: number): Promise<void> {
    const file = this.#file(id);
    this.#files.delete(id);
    await file.handle.close();
  }

  async closeAll(): Promise<void> {
    for (const id of [...this.#files.keys()]) await this.close(id);
  }

  #file(id: number): OpenFile {
    const file = this.#files.get(id);
    if (!file) throw Object.assign(new Error(`no open file ${id}`), { code: 'EBADF' });
    return file;
  }
}
