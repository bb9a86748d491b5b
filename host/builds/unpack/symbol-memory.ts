import type { UnpackedMemory } from '../../../core/symbols/bytes/byte-source.ts';
import { SymbolError } from '../../../core/symbols/bytes/symbol-error.ts';
import { detach } from './detach.ts';

export interface SymbolMemoryLimits {
  /** Bytes of open files and of what was unpacked of them, together. */
  readonly held: number;
  /** Bytes that are unpacked for one question, so that no file is unpacked again and again. */
  readonly perQuestion: number;
}

/**
 * The memory of the thread that reads symbols. V8's limits leave out what lies outside its heap, where unpacked bytes do; here they
 * count before they are made. The files that were used longest ago give theirs back at once.
 */
export class SymbolMemory {
  readonly #limits: SymbolMemoryLimits;
  /** By use, the latest last. */
  readonly #files = new Set<FileMemory>();
  #held = 0;
  #unpacked = 0;

  constructor(limits: SymbolMemoryLimits) {
    this.#limits = limits;
  }

  /** Bytes. */
  get held(): number {
    return this.#held;
  }

  /** Bytes that were unpacked for this question. */
  get unpacked(): number {
    return this.#unpacked;
  }

  beginQuestion(): void {
    this.#unpacked = 0;
  }

  /** @param evicted is told that the file's memory was given to another one: nothing that was read of it may be used any more */
  file(evicted: () => void): FileMemory {
    const accounts = {
      used: (file: FileMemory) => {
        this.#files.delete(file);
        this.#files.add(file);
      },
      unused: (file: FileMemory) => this.#files.delete(file),
      claim: (file: FileMemory, name: string, bytes: number) => this.#claim(file, name, bytes),
      add: (bytes: number) => {
        this.#held += bytes;
      },
      makeRoom: (file: FileMemory, bytes: number) => this.#makeRoom(file, bytes),
    };
    return new FileMemory(accounts, evicted);
  }

  #claim(file: FileMemory, name: string, bytes: number): void {
    const { held, perQuestion } = this.#limits;
    if (file.unpacked + bytes > held) throw tooLarge(name, held, file.unpacked + bytes);
    if (this.#unpacked + bytes > perQuestion) throw tooLarge(name, perQuestion, this.#unpacked + bytes);
    this.#unpacked += bytes;
    this.#makeRoom(file, bytes);
  }

  #makeRoom(file: FileMemory, bytes: number): void {
    for (const other of [...this.#files]) {
      if (this.#held + bytes <= this.#limits.held) return;
      if (other !== file) other.evict();
    }
  }
}

interface Accounts {
  used(file: FileMemory): void;
  unused(file: FileMemory): void;
  claim(file: FileMemory, name: string, bytes: number): void;
  add(bytes: number): void;
  makeRoom(file: FileMemory, bytes: number): void;
}

/** What one open file holds. */
export class FileMemory implements UnpackedMemory {
  readonly #accounts: Accounts;
  readonly #evicted: () => void;
  #made: Uint8Array[] = [];
  #packed = 0;
  #unpacked = 0;

  constructor(accounts: Accounts, evicted: () => void) {
    this.#accounts = accounts;
    this.#evicted = evicted;
  }

  /** Bytes that were unpacked. */
  get unpacked(): number {
    return this.#unpacked;
  }

  /** The file is used now, and others before it. */
  used(): void {
    this.#accounts.used(this);
  }

  /** Counts the bytes of the file itself, of which parts are read. One alone may be larger than all may be together. */
  open(bytes: number): void {
    this.used();
    this.#accounts.makeRoom(this, bytes);
    this.#packed += bytes;
    this.#accounts.add(bytes);
  }

  claim(name: string, bytes: number): void {
    this.used();
    this.#accounts.claim(this, name, bytes);
    this.#unpacked += bytes;
    this.#accounts.add(bytes);
  }

  made(plain: Uint8Array): void {
    this.#made.push(plain);
  }

  free(): void {
    this.#accounts.unused(this);
    this.#accounts.add(-this.#packed - this.#unpacked);
    this.#packed = 0;
    this.#unpacked = 0;
    for (const plain of this.#made) detach(plain);
    this.#made = [];
  }

  evict(): void {
    this.#evicted();
    this.free();
  }
}

function tooLarge(name: string, most: number, bytes: number): SymbolError {
  return new SymbolError({
    reason: 'unsupported',
    file: name,
    offset: 0,
    expected: `at most ${most} bytes when all that is needed of the file is unpacked`,
    found: `${bytes}`,
    next: 'Keep the debug information of this build unpacked (without -gz, or objcopy --decompress-debug-sections), and try again.',
  });
}
