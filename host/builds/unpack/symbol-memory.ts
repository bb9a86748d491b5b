import type { UnpackedMemory } from '../../../core/symbols/bytes/byte-source.ts';
import { SymbolError } from '../../../core/symbols/bytes/symbol-error.ts';
import { detach } from './detach.ts';

export interface SymbolMemoryLimits {
  /** Bytes of open files and their unpacked parts. */
  readonly held: number;
  /** Bytes unpacked per question, so that files are not unpacked repeatedly. */
  readonly perQuestion: number;
}

/**
 * Memory of the thread that reads symbols. V8's limits exclude bytes outside its heap, so unpacked bytes count here
 * first. The least recently used files are freed at once.
 */
export class SymbolMemory {
  readonly #limits: SymbolMemoryLimits;
  /** Least recently used first. */
  readonly #files = new Set<FileMemory>();
  #held = 0;
  #unpacked = 0;

  constructor(limits: SymbolMemoryLimits) {
    this.#limits = limits;
  }

  get held(): number {
    return this.#held;
  }

  /** For this question. */
  get unpacked(): number {
    return this.#unpacked;
  }

  beginQuestion(): void {
    this.#unpacked = 0;
  }

  /** @param evicted called when the file's memory is taken; nothing read from it may be used afterwards */
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

/** One open file's memory. */
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

  get unpacked(): number {
    return this.#unpacked;
  }

  /** Marks the file as most recently used. */
  used(): void {
    this.#accounts.used(this);
  }

  /** Counts the file itself. A single file may exceed the limit. */
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
