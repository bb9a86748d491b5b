import { MAX_FULL } from './demangler-limits.ts';
import { MAX_NAME_MEMORY, WasmProgram, wasiWithoutFiles } from './wasm-program.ts';
import { TextMemory, type WasmInstance } from './web-assembly.ts';

/** Bits of `print`'s argument in scripts/build/demanglers/swift.cpp. */
export const swiftStyle = { parameters: 1, returnType: 2, closureSignature: 4, all: 8 } as const;

/** Swift's own demangler, for Swift 4 and newer, with or without Mach-O's `_`. */
export class SwiftDemangler {
  readonly #program: WasmProgram<SwiftProgram>;

  private constructor(program: WasmProgram<SwiftProgram>) {
    this.#program = program;
  }

  static async compile(bytes: Uint8Array): Promise<SwiftDemangler> {
    return new SwiftDemangler(
      await WasmProgram.compile(bytes, MAX_NAME_MEMORY, wasiWithoutFiles, (instance) => new SwiftProgram(instance)),
    );
  }

  /**
   * The name in each style (sums of `swiftStyle`), of about `MAX_FULL` characters at most.
   * @returns undefined for other names, or a failed demangler
   */
  demangle(name: string, styles: readonly number[]): readonly string[] | undefined {
    return this.#program.run((program) => (program.parse(name) ? styles.map((style) => program.print(style)) : undefined));
  }

  get failures(): number {
    return this.#program.failures;
  }
}

class SwiftProgram {
  readonly #memory: TextMemory;
  readonly #nameBytes: (length: number) => number;
  readonly #parse: () => number;
  readonly #print: (style: number, limit: number) => number;
  readonly #textBytes: () => number;

  constructor(instance: WasmInstance) {
    this.#memory = new TextMemory(instance);
    this.#nameBytes = instance.numeric('name_bytes');
    this.#parse = instance.numeric('parse');
    this.#print = instance.numeric('print');
    this.#textBytes = instance.numeric('text_bytes');
    instance.function('_initialize')();
  }

  parse(name: string): boolean {
    this.#memory.write(name, this.#nameBytes);
    return this.#parse() !== 0;
  }

  print(style: number): string {
    const length = this.#print(style, MAX_FULL);
    return this.#memory.read(this.#textBytes(), length);
  }
}
