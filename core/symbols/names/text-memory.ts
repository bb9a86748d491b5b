import { MAX_FULL } from './demangler-limits.ts';
import type { WasmInstance } from './web-assembly.ts';

/** Text of names on its way into a program's memory and out of it. */
export class TextMemory {
  readonly #instance: WasmInstance;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(instance: WasmInstance) {
    this.#instance = instance;
  }

  /**
   * Writes a name as UTF-8.
   * @param allocate gives the address for a number of bytes
   * @returns address and length
   */
  write(name: string, allocate: (length: number) => number): readonly [at: number, length: number] {
    const bytes = this.#encoder.encode(name);
    const at = allocate(bytes.length);
    this.#instance.memory.set(bytes, at);
    return [at, bytes.length];
  }

  /** The UTF-8 text of that length; of a hostile one, so much that it is seen to be longer than `MAX_FULL`. */
  read(at: number, length: number): string {
    const end = at + Math.min(length, 4 * MAX_FULL + 4);
    return this.#decoder.decode(this.#instance.memory.subarray(at, end));
  }
}
