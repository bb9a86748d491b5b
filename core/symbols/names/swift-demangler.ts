import { MAX_FULL } from './demangler-limits.ts';
import { TextMemory } from './text-memory.ts';
import { MAX_NAME_MEMORY, wasiWithoutFiles } from './wasi.ts';
import { WasmProgram } from './wasm-program.ts';
import type { WasmInstance } from './web-assembly.ts';

/** How a name is printed: bits of `print`'s argument in scripts/build/demanglers/swift.cpp. */
export const swiftStyle = { parameters: 1, returnType: 2, closureSignature: 4, all: 8 } as const;

/** Swift's own demangler: names as Swift 4 and newer mangle them, with or without the `_` that Mach-O puts before. */
export class SwiftDemangler {
  readonly #program: WasmProgram<SwiftProgram>;

  private constructor(program: WasmProgram<SwiftProgram>) {
    this.#program = program;
  }

  /** @param bytes prebuilt/swift-demangler.wasm */
  static async compile(bytes: Uint8Array): Promise<SwiftDemangler> {
    return new SwiftDemangler(
      await WasmProgram.compile(bytes, MAX_NAME_MEMORY, wasiWithoutFiles, (instance) => new SwiftProgram(instance)),
    );
  }

  /**
   * The name in each of the styles (sums of `swiftStyle`), at most about `MAX_FULL` characters long.
   * @returns undefined when it isn't a Swift name, or one that Swift's demangler fails on
   */
  demangle(name: string, styles: readonly number[]): readonly string[] | undefined {
    return this.#program.run((program) => (program.parse(name) ? styles.map((style) => program.print(style)) : undefined));
  }

  /** How often Swift's demangler failed in a way that it could not be used any longer. */
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
