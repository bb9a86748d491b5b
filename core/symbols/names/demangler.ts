import { cut, MAX_FULL, MAX_MANGLED, MAX_SHORT } from './demangler-limits.ts';
import { LlvmDemangler } from './llvm-demangler.ts';
import { type Mangling, manglingOf } from './mangling.ts';
import { NameCache } from './name-cache.ts';
import { RustMicrosoftDemangler } from './rust-microsoft-demangler.ts';
import { shortCppName } from './short-cpp.ts';
import { shortRustName } from './short-rust.ts';
import { shortSwiftName } from './short-swift.ts';
import { SwiftDemangler, swiftStyle } from './swift-demangler.ts';

/** A symbol's name as people read it. */
export interface ReadableName {
  /** All that the mangled name says; the name itself when it isn't mangled. */
  readonly full: string;
  /** For drawing: path and function, without types and template arguments. */
  readonly short: string;
}

/** The WebAssembly programs that demangling needs, as bytes. */
export interface DemanglerPrograms {
  /** prebuilt/swift-demangler.wasm */
  readonly swift: Uint8Array;
  /** prebuilt/llvm-demangler.wasm */
  readonly llvm: Uint8Array;
  /** index_bg.wasm of the npm package gecko-profiler-demangle */
  readonly rustMicrosoft: Uint8Array;
}

const styles = [swiftStyle.all, swiftStyle.parameters] as const;

/**
 * Makes symbols' names readable: C++, Rust, Swift. Names of C, Objective-C, Java and Kotlin, and whatever can't be demangled, stay as
 * they are. Any text may be asked for: work and memory are bounded, and nothing is thrown.
 */
export class Demangler {
  readonly #swift: SwiftDemangler;
  readonly #llvm: LlvmDemangler;
  readonly #rustMicrosoft: RustMicrosoftDemangler;
  readonly #known = new NameCache();

  private constructor(swift: SwiftDemangler, llvm: LlvmDemangler, rustMicrosoft: RustMicrosoftDemangler) {
    this.#swift = swift;
    this.#llvm = llvm;
    this.#rustMicrosoft = rustMicrosoft;
  }

  /** @throws Error of the engine when the bytes are other programs than these */
  static async load(programs: DemanglerPrograms): Promise<Demangler> {
    return new Demangler(
      await SwiftDemangler.compile(programs.swift),
      await LlvmDemangler.compile(programs.llvm),
      await RustMicrosoftDemangler.compile(programs.rustMicrosoft),
    );
  }

  /** How many names made a demangler fail so that it had to be started afresh. */
  get failures(): number {
    return this.#swift.failures + this.#llvm.failures + this.#rustMicrosoft.failures;
  }

  /** @param name as in the symbol table or in DW_AT_linkage_name, with or without Mach-O's `_` */
  demangle(name: string): ReadableName {
    const mangling = name.length <= MAX_MANGLED ? manglingOf(name) : undefined;
    if (mangling === undefined) return asItIs(name);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const readable = this.#read(name, mangling) ?? asItIs(name);
    this.#known.set(name, readable);
    return readable;
  }

  /** The names of many symbols, in their order. */
  demangleAll(names: readonly string[]): readonly ReadableName[] {
    return names.map((name) => this.demangle(name));
  }

  #read(name: string, mangling: Mangling): ReadableName | undefined {
    if (mangling === 'swift') {
      // `__T0…` is Swift 4's name with Mach-O's `_`, which newer prefixes have in their grammar.
      const [full, simplified] = this.#swift.demangle(name.replace(/^__T0/, '_T0'), styles) ?? [];
      if (full === undefined || simplified === undefined) return undefined;
      return readable(full, shortSwiftName(simplified));
    }
    // gecko-profiler-demangle reads C++ as well, but takes a second and more for some names of 100 characters, misses newer manglings and
    // misreads substitutions after ABI tags.
    const full = mangling === 'cpp' ? this.#llvm.demangle(name) : this.#rustMicrosoft.demangle(name);
    if (full === undefined) return undefined;
    return readable(full, mangling === 'rust' ? shortRustName(full) : shortCppName(full));
  }
}

function readable(full: string, short: string): ReadableName {
  return { full: cut(full, MAX_FULL), short: cut(short === '' ? full : short, MAX_SHORT) };
}

function asItIs(name: string): ReadableName {
  return { full: cut(name, MAX_FULL), short: cut(name, MAX_SHORT) };
}
