import { MAX_FULL } from './demangler-limits.ts';

/** TypeScript's library for the bare language lacks this API of Node, pages and workers. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  readonly Instance: new (module: WasmModule, imports: WasmImports) => { readonly exports: Readonly<Record<string, unknown>> };
  readonly RuntimeError: new (message?: string) => Error;
};

export interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

/** Keyed by module and name. */
export type WasmImports = Readonly<Record<string, Readonly<Record<string, () => number | undefined>>>>;

export type WasmFunction = (...args: readonly number[]) => unknown;

export async function compileWasm(bytes: Uint8Array): Promise<WasmModule> {
  return WebAssembly.compile(bytes);
}

/** True for a failure on the input: a trap, or (RangeError) an exhausted stack or memory. */
export function isWasmFailure(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

export class WasmInstance {
  readonly #exports: Readonly<Record<string, unknown>>;
  #memory = new Uint8Array();

  constructor(module: WasmModule, imports: WasmImports) {
    this.#exports = new WebAssembly.Instance(module, imports).exports;
  }

  /** @throws Error for another build, without such a function */
  function(name: string): WasmFunction {
    const found = this.#exports[name];
    if (!isWasmFunction(found)) throw new Error(`the WebAssembly program exports no function ${name}`);
    return found;
  }

  numeric(name: string): (...args: readonly number[]) => number {
    const call = this.function(name);
    return (...args) => {
      const result = call(...args);
      if (typeof result !== 'number') throw new Error(`the WebAssembly program's function ${name} gives no number`);
      return result >>> 0;
    };
  }

  /** Valid until the next call into the program. */
  get memory(): Uint8Array {
    const { memory } = this.#exports;
    if (typeof memory !== 'object' || memory === null || !('buffer' in memory) || !(memory.buffer instanceof ArrayBuffer)) {
      throw new Error('the WebAssembly program exports no memory');
    }
    // A grown memory has another buffer.
    if (this.#memory.buffer !== memory.buffer) this.#memory = new Uint8Array(memory.buffer);
    return this.#memory;
  }
}

export class TextMemory {
  readonly #instance: WasmInstance;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(instance: WasmInstance) {
    this.#instance = instance;
  }

  /** @param allocate returns an address @returns address and length of the UTF-8 text */
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

function isWasmFunction(value: unknown): value is WasmFunction {
  return typeof value === 'function';
}
