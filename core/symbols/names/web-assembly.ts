/**
 * The part of the WebAssembly API that is used here. Node, pages and workers alike have it; TypeScript's library for the bare
 * language doesn't know it.
 */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<WasmModule>;
  readonly Instance: new (module: WasmModule, imports: WasmImports) => { readonly exports: Readonly<Record<string, unknown>> };
  readonly RuntimeError: new (message?: string) => Error;
};

/** Compiled code. Only the engine makes one. */
export interface WasmModule {
  readonly [Symbol.toStringTag]: string;
}

/** What a program may call, by module and name. */
export type WasmImports = Readonly<Record<string, Readonly<Record<string, () => number | undefined>>>>;

/** A function of compiled code: numbers in; a number, several, or nothing out. */
export type WasmFunction = (...args: readonly number[]) => unknown;

/** @throws Error of the engine when the bytes are no WebAssembly program */
export async function compileWasm(bytes: Uint8Array): Promise<WasmModule> {
  return WebAssembly.compile(bytes);
}

/**
 * Whether a program failed on its input: by a trap, or (RangeError) by using up the stack of the computer's own or the memory that
 * there is.
 */
export function isWasmFailure(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
}

/** A running program, whose memory and functions are reached by name. */
export class WasmInstance {
  readonly #exports: Readonly<Record<string, unknown>>;
  #memory = new Uint8Array();

  constructor(module: WasmModule, imports: WasmImports) {
    this.#exports = new WebAssembly.Instance(module, imports).exports;
  }

  /** @throws Error when the program has no such function: it is another build than this code was written for */
  function(name: string): WasmFunction {
    const found = this.#exports[name];
    if (!isWasmFunction(found)) throw new Error(`the WebAssembly program exports no function ${name}`);
    return found;
  }

  /** The function of that name, where it gives one number. */
  numeric(name: string): (...args: readonly number[]) => number {
    const call = this.function(name);
    return (...args) => {
      const result = call(...args);
      if (typeof result !== 'number') throw new Error(`the WebAssembly program's function ${name} gives no number`);
      return result >>> 0;
    };
  }

  /** The memory as it is now: after the next call into the program it may be stale. */
  get memory(): Uint8Array {
    const { memory } = this.#exports;
    if (typeof memory !== 'object' || memory === null || !('buffer' in memory) || !(memory.buffer instanceof ArrayBuffer)) {
      throw new Error('the WebAssembly program exports no memory');
    }
    // A memory that has grown has another buffer.
    if (this.#memory.buffer !== memory.buffer) this.#memory = new Uint8Array(memory.buffer);
    return this.#memory;
  }
}

function isWasmFunction(value: unknown): value is WasmFunction {
  return typeof value === 'function';
}
