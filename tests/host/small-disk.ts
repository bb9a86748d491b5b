import type { JournalFile } from '../../host/capture/journal-file.ts';

/** A disk of limited space; the last write is partial, as on a real one. */
export class SmallDisk implements JournalFile {
  capacity: number;
  content = Buffer.alloc(0);
  readonly path = 'a.journal';
  readonly done: string[] = [];

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  async write(bytes: Uint8Array, offset: number): Promise<void> {
    const room = Math.max(0, this.capacity - offset);
    const fits = bytes.subarray(0, room);
    this.content = Buffer.concat([this.content.subarray(0, offset), fits]);
    if (fits.length < bytes.length) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  }

  async beat(): Promise<void> {
    this.done.push('beat');
  }

  async stay(): Promise<boolean> {
    return false;
  }

  async dataSync(): Promise<void> {
    this.done.push('dataSync');
  }

  async sync(): Promise<void> {
    this.done.push('sync');
  }

  async close(): Promise<void> {
    this.done.push('close');
  }

  async pack(): Promise<void> {
    this.done.push('pack');
  }

  async place(path: string): Promise<string> {
    this.done.push('place');
    return path;
  }

  async remove(): Promise<void> {}
}
