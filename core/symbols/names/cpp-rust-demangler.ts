import { MAX_FULL } from './limits.ts';
import { WasmProgram } from './wasm-program.ts';
import type { WasmFunction, WasmInstance } from './web-assembly.ts';

/**
 * A name of n characters can stand for a text of 2^n: each argument may name the one before it twice. Such a text ends here,
 * within some 0.2 s.
 */
const MAX_MEMORY = 16 << 20;

/** Only for handing over JavaScript's objects, which never happens. */
const imports = { './index_bg.js': { __wbindgen_init_externref_table: () => undefined } };

/** The demangler of the Firefox profiler (npm gecko-profiler-demangle): Itanium C++, Rust (legacy and v0), Microsoft's C++. */
export class CppRustDemangler {
  readonly #program: WasmProgram<CppRustProgram>;

  private constructor(program: WasmProgram<CppRustProgram>) {
    this.#program = program;
  }

  /** @param bytes the package's index_bg.wasm */
  static async compile(bytes: Uint8Array): Promise<CppRustDemangler> {
    return new CppRustDemangler(await WasmProgram.compile(bytes, MAX_MEMORY, imports, (instance) => new CppRustProgram(instance)));
  }

  /**
   * The readable name, at most about `MAX_FULL` characters long.
   * @returns undefined when it is no mangled name, or one that the demangler fails on
   */
  demangle(name: string): string | undefined {
    const text = this.#program.run((program) => program.demangle(name));
    // What it can't demangle it gives back without one leading `_`.
    return text === name || (name.startsWith('_') && text === name.slice(1)) ? undefined : text;
  }

  /** How often the demangler failed in a way that it could not be used any longer. */
  get failures(): number {
    return this.#program.failures;
  }
}

class CppRustProgram {
  readonly #instance: WasmInstance;
  readonly #malloc: (size: number, alignment: number) => number;
  readonly #free: WasmFunction;
  readonly #demangle: WasmFunction;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();

  constructor(instance: WasmInstance) {
    this.#instance = instance;
    this.#malloc = instance.numeric('__wbindgen_malloc');
    this.#free = instance.function('__wbindgen_free');
    this.#demangle = instance.function('demangle_any');
    instance.function('__wbindgen_start')();
  }

  demangle(name: string): string {
    const bytes = this.#encoder.encode(name);
    // The program frees what it is given; what it gives is ours to free.
    const given = this.#malloc(bytes.length, 1);
    this.#instance.memory.set(bytes, given);
    const [at, length] = pairOf(this.#demangle(given, bytes.length));
    const text = this.#decoder.decode(this.#instance.memory.subarray(at, at + Math.min(length, MAX_FULL * 2)));
    this.#free(at, length, 1);
    return text;
  }
}

function pairOf(result: unknown): readonly [at: number, length: number] {
  if (Array.isArray(result)) {
    const [at, length]: readonly unknown[] = result;
    if (typeof at === 'number' && typeof length === 'number') return [at >>> 0, length >>> 0];
  }
  throw new Error('the WebAssembly program gives no text');
}
