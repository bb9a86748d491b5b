import { MAX_NAME_MEMORY, WasmProgram } from './wasm-program.ts';
import { TextMemory, type WasmFunction, type WasmInstance } from './web-assembly.ts';

const imports = { './index_bg.js': { __wbindgen_init_externref_table: () => undefined } };

/** The Firefox profiler's demangler (npm gecko-profiler-demangle) of Rust (legacy and v0) and Microsoft's C++. */
export class RustMicrosoftDemangler {
  readonly #program: WasmProgram<RustMicrosoftProgram>;

  private constructor(program: WasmProgram<RustMicrosoftProgram>) {
    this.#program = program;
  }

  static async compile(bytes: Uint8Array): Promise<RustMicrosoftDemangler> {
    return new RustMicrosoftDemangler(
      await WasmProgram.compile(bytes, MAX_NAME_MEMORY, imports, (instance) => new RustMicrosoftProgram(instance)),
    );
  }

  /** At most some multiple of `MAX_FULL` characters. @returns undefined for other names, or a failed demangler */
  demangle(name: string): string | undefined {
    const text = this.#program.run((program) => program.demangle(name));
    // An unreadable name comes back without one leading `_`.
    return text === name || (name.startsWith('_') && text === name.slice(1)) ? undefined : text;
  }

  get failures(): number {
    return this.#program.failures;
  }
}

class RustMicrosoftProgram {
  readonly #memory: TextMemory;
  readonly #malloc: (size: number, alignment: number) => number;
  readonly #free: WasmFunction;
  readonly #demangle: WasmFunction;

  constructor(instance: WasmInstance) {
    this.#memory = new TextMemory(instance);
    this.#malloc = instance.numeric('__wbindgen_malloc');
    this.#free = instance.function('__wbindgen_free');
    this.#demangle = instance.function('demangle_any');
    instance.function('__wbindgen_start')();
  }

  demangle(name: string): string {
    // The program frees its argument; its result must be freed here.
    const given = this.#memory.write(name, (length) => this.#malloc(length, 1));
    const [at, length] = pairOf(this.#demangle(...given));
    const text = this.#memory.read(at, length);
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
