import { withMemoryLimit } from './memory-limit.ts';
import { compileWasm, isWasmFailure, type WasmImports, WasmInstance, type WasmModule } from './web-assembly.ts';

/**
 * A program that may fail on a hostile input. What it leaves behind then is of no use any more, so the instance is thrown away and
 * the next call makes a fresh one.
 */
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
   * Compiles a program.
   * @param bytes the `.wasm` file
   * @param maxMemory in bytes; a program that asks for more fails
   * @param start makes of each fresh instance what calls it
   */
  static async compile<T>(
    bytes: Uint8Array,
    maxMemory: number,
    imports: WasmImports,
    start: (instance: WasmInstance) => T,
  ): Promise<WasmProgram<T>> {
    return new WasmProgram(await compileWasm(withMemoryLimit(bytes, maxMemory)), imports, start);
  }

  /** How many instances have been thrown away. */
  get failures(): number {
    return this.#failures;
  }

  /** Gives what `work` gives, or undefined when the program failed meanwhile. */
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
