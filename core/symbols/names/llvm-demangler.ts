import { MAX_NAME_MEMORY, WasmProgram, wasiWithoutFiles } from './wasm-program.ts';
import { TextMemory, type WasmInstance } from './web-assembly.ts';

/** LLVM's demangler of the Itanium ABI, as in llvm-cxxfilt. */
export class LlvmDemangler {
  readonly #program: WasmProgram<LlvmProgram>;

  private constructor(program: WasmProgram<LlvmProgram>) {
    this.#program = program;
  }

  static async compile(bytes: Uint8Array): Promise<LlvmDemangler> {
    return new LlvmDemangler(await WasmProgram.compile(bytes, MAX_NAME_MEMORY, wasiWithoutFiles, (instance) => new LlvmProgram(instance)));
  }

  /**
   * With parameters and, if mangled, return type; at most some multiple of `MAX_FULL` characters.
   * @param name with or without Mach-O's `_`
   * @returns undefined for other names, or a failed demangler
   */
  demangle(name: string): string | undefined {
    return this.#program.run((program) => program.demangle(name.startsWith('__Z') ? name.slice(1) : name));
  }

  get failures(): number {
    return this.#program.failures;
  }
}

class LlvmProgram {
  readonly #memory: TextMemory;
  readonly #nameBytes: (length: number) => number;
  readonly #demangle: () => number;
  readonly #textBytes: () => number;

  constructor(instance: WasmInstance) {
    this.#memory = new TextMemory(instance);
    this.#nameBytes = instance.numeric('name_bytes');
    this.#demangle = instance.numeric('demangle');
    this.#textBytes = instance.numeric('text_bytes');
    instance.function('_initialize')();
  }

  demangle(name: string): string | undefined {
    this.#memory.write(name, this.#nameBytes);
    const length = this.#demangle();
    return length === 0 ? undefined : this.#memory.read(this.#textBytes(), length);
  }
}
