import type { LaglensError } from '../../../core/errors.ts';
import type { ByteSource } from '../core/import/byte-source.ts';

/** A file whose bytes can be read anywhere. */
export interface StoredFile extends ByteSource {
  /** The unpacked begin, for recognition. */
  begin(): Promise<Uint8Array>;
  /** Its packed bytes, as far as they were read, ended too early. */
  readonly isCut: boolean;
  /** A range of the file as it is stored; shorter at its end. */
  stored(from: number, length: number): AsyncIterable<Uint8Array>;
}

/** A file inside a container. */
export interface Entry {
  /** As the container has it, for people; no path of the disk. */
  readonly name: string;
  /** Unpacked bytes, as the container says. */
  readonly size: number;
  /** Without the container's packing. @param onCut where the container ends within the entry */
  stored(onCut?: () => void): AsyncGenerator<Uint8Array>;
}

export interface EntryBegin {
  readonly entry: Entry;
  /** Unpacked; empty for one that cannot be. */
  readonly begin: Uint8Array;
  /** All of it, unpacked; to be read once, before the next entry. */
  readonly whole: ByteSource;
  /** Why it cannot be unpacked: other entries may. */
  readonly fault?: LaglensError;
}

export interface Container {
  /** Regular files, in the container's order. */
  readonly entries: readonly Entry[];
  /** Each entry's begin, unpacked; in one pass where that is the only way. */
  begins(entries: readonly Entry[]): AsyncGenerator<EntryBegin>;
}
