import { withMemoryLimit } from './memory-limit.ts';
import { compileWasm, isWasmFailure, type WasmImports, WasmInstance, type WasmModule } from './web-assembly.ts';

/** Messages of the C library have no place to go. */
export const wasiWithoutFiles: WasmImports = { wasi_snapshot_preview1: { fd_close: () => 0, fd_seek: () => 0, fd_write: () => 0 } };

/**
 * Bytes for a demangler. A name of n characters can mean a text of 2^n, as each argument may repeat the one before twice. Such a text ends
 * here, within some 0.2 s.
 */
export const MAX_NAME_MEMORY = 16 << 20;

/** A program that may fail on hostile input. The instance is then replaced. */
export class WasmProgram<T> {
  readonly #module: WasmModule;
  readonly #imports: WasmImports;
  readonly #start: (instance: WasmInstance) => T;
  #running: T | undefined;
  #failures = 0;

  private constructor(module: WasmModule, imports: WasmImports, start: (instance: WasmInstance) => T) {
    this.#module = module;
    this.#imports = imports;
    this.#start = start;
  }

  /**
   * @param maxMemory in bytes
   * @param start wraps each new instance
   */
  static async compile<T>(
    bytes: Uint8Array,
    maxMemory: number,
    imports: WasmImports,
    start: (instance: WasmInstance) => T,
  ): Promise<WasmProgram<T>> {
    return new WasmProgram(await compileWasm(withMemoryLimit(bytes, maxMemory)), imports, start);
  }

  get failures(): number {
    return this.#failures;
  }

  /** Undefined when the program failed. */
  run<R>(work: (running: T) => R): R | undefined {
    try {
      this.#running ??= this.#start(new WasmInstance(this.#module, this.#imports));
      return work(this.#running);
    } catch (error) {
      this.#running = undefined;
      if (!isWasmFailure(error)) throw error;
      this.#failures++;
      return undefined;
    }
  }
}
