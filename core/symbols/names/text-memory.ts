import { MAX_FULL } from './demangler-limits.ts';
import type { WasmInstance } from './web-assembly.ts';

export class TextMemory {
  readonly #instance: WasmInstance;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(instance: WasmInstance) {
    this.#instance = instance;
  }

  /**
   * @param allocate gives the address for a number of bytes
   * @returns address and length of the UTF-8 text
   */
  write(name: string, allocate: (length: number) => number): readonly [at: number, length: number] {
    const bytes = this.#encoder.encode(name);
    const at = allocate(bytes.length);
    this.#instance.memory.set(bytes, at);
    return [at, bytes.length];
  }

  /** Reads a little more than `MAX_FULL` of a hostile text, so that its length shows. */
  read(at: number, length: number): string {
    const end = at + Math.min(length, 4 * MAX_FULL + 4);
    return this.#decoder.decode(this.#instance.memory.subarray(at, end));
  }
}
