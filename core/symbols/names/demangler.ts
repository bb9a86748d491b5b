import { cut, MAX_FULL, MAX_MANGLED, MAX_SHORT } from './demangler-limits.ts';
import { LlvmDemangler } from './llvm-demangler.ts';
import { RustMicrosoftDemangler } from './rust-microsoft-demangler.ts';
import { shortCppName } from './short-cpp.ts';
import { shortRustName } from './short-rust.ts';
import { shortSwiftName } from './short-swift.ts';
import { SwiftDemangler, swiftStyle } from './swift-demangler.ts';

interface ReadableName {
  /** The name itself if it isn't mangled. */
  readonly full: string;
  /** Path and function, without types and template arguments. */
  readonly short: string;
}

export interface DemanglerPrograms {
  /** prebuilt/swift-demangler.wasm */
  readonly swift: Uint8Array;
  /** prebuilt/llvm-demangler.wasm */
  readonly llvm: Uint8Array;
  /** index_bg.wasm of npm gecko-profiler-demangle. */
  readonly rustMicrosoft: Uint8Array;
}

const styles = [swiftStyle.all, swiftStyle.parameters] as const;

/** Other names stay. Work and memory are bounded; nothing is thrown. */
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

  /** @throws Error of the engine for other programs */
  static async load(programs: DemanglerPrograms): Promise<Demangler> {
    return new Demangler(
      await SwiftDemangler.compile(programs.swift),
      await LlvmDemangler.compile(programs.llvm),
      await RustMicrosoftDemangler.compile(programs.rustMicrosoft),
    );
  }

  get failures(): number {
    return this.#swift.failures + this.#llvm.failures + this.#rustMicrosoft.failures;
  }

  /** @param name of a symbol table or DW_AT_linkage_name, with or without Mach-O's `_` */
  demangle(name: string): ReadableName {
    const mangling = name.length <= MAX_MANGLED ? manglingOf(name) : undefined;
    if (mangling === undefined) return asItIs(name);
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const readable = this.#read(name, mangling) ?? asItIs(name);
    this.#known.set(name, readable);
    return readable;
  }

  demangleAll(names: readonly string[]): readonly ReadableName[] {
    return names.map((name) => this.demangle(name));
  }

  #read(name: string, mangling: Mangling): ReadableName | undefined {
    if (mangling === 'swift') {
      // `__T0…` is Swift 4's name with Mach-O's `_`; later grammars include it.
      const [full, simplified] = this.#swift.demangle(name.replace(/^__T0/, '_T0'), styles) ?? [];
      if (full === undefined || simplified === undefined) return undefined;
      return readable(full, shortSwiftName(simplified));
    }
    // gecko-profiler-demangle reads C++, too, but takes seconds for some short names, and misreads newer manglings and substitutions after
    // ABI tags.
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

type Mangling = 'swift' | 'cpp' | 'rust' | 'microsoft';

const swift = /^_?(?:\$[sSe]|_T0)|^@__swiftmacro_/;
/** Mach-O adds one `_`, compilers of blocks two. */
const itanium = /^_{1,4}Z/;
const rustV0 = /^_{1,2}R[\dA-Z]/;
const nested = /^_{1,2}ZN/;
const hash = /^h[\da-f]{16}$/;

/** Decides by the begin of a name. Swift before version 4 (`_TF…`) counts as not mangled: no current demangler reads it. */
function manglingOf(name: string): Mangling | undefined {
  if (swift.test(name)) return 'swift';
  if (itanium.test(name)) return isLegacyRust(name) ? 'rust' : 'cpp';
  if (rustV0.test(name)) return 'rust';
  return name.startsWith('?') ? 'microsoft' : undefined;
}

/** Rust's older mangling is a nested C++ name that ends with a hash. */
function isLegacyRust(name: string): boolean {
  let at = nested.exec(name)?.[0].length;
  if (at === undefined) return false;
  let last = '';
  while (name[at] !== 'E') {
    const digits = /^\d{1,5}/.exec(name.slice(at, at + 5))?.[0];
    if (digits === undefined) return false;
    at += digits.length;
    last = name.slice(at, at + Number(digits));
    at += Number(digits);
  }
  return hash.test(last);
}

/** Characters of keys and values: some 10 MB. */
const GENERATION_CHARACTERS = 4_000_000;

/** Recent names, in two generations: a full new one replaces the old one. Names in use move to the new one. */
export class NameCache {
  #younger = new Map<string, ReadableName>();
  #older: ReadonlyMap<string, ReadableName> = new Map();
  #characters = 0;

  get(name: string): ReadableName | undefined {
    const known = this.#younger.get(name);
    if (known !== undefined) return known;
    const old = this.#older.get(name);
    if (old !== undefined) this.set(name, old);
    return old;
  }

  set(name: string, readable: ReadableName): void {
    this.#characters += name.length + readable.full.length + readable.short.length;
    if (this.#characters > GENERATION_CHARACTERS) {
      this.#older = this.#younger;
      this.#younger = new Map();
      this.#characters = 0;
    }
    this.#younger.set(name, readable);
  }

  get size(): number {
    return this.#younger.size + this.#older.size;
  }
}
