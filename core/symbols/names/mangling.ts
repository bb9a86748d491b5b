/** Whose mangling a symbol's name has. */
export type Mangling = 'swift' | 'cpp' | 'rust' | 'microsoft';

const swift = /^_?(?:\$[sSe]|_T0)|^@__swiftmacro_/;
/** Mach-O puts one `_` before, compilers of blocks two. */
const itanium = /^_{1,4}Z/;
const rustV0 = /^_{1,2}R[\dA-Z]/;
/** Rust's older mangling is a C++ name whose last part is a hash. */
const rustLegacy = /17h[\da-f]{16}E(?:[.@].*)?$/;

/**
 * Tells by its beginning how a name is mangled. Names of C, Objective-C, Java, Kotlin and JavaScript are not, and neither are Swift's
 * before version 4 (`_TF…`), which no current demangler reads.
 */
export function manglingOf(name: string): Mangling | undefined {
  if (swift.test(name)) return 'swift';
  if (itanium.test(name)) return rustLegacy.test(name) ? 'rust' : 'cpp';
  if (rustV0.test(name)) return 'rust';
  return name.startsWith('?') ? 'microsoft' : undefined;
}
