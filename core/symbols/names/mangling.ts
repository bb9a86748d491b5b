/** Whose mangling a symbol's name has. */
export type Mangling = 'swift' | 'cpp' | 'rust' | 'microsoft';

const swift = /^_?(?:\$[sSe]|_T0)|^@__swiftmacro_/;
/** Mach-O puts one `_` before, compilers of blocks two. */
const itanium = /^_{1,4}Z/;
const rustV0 = /^_{1,2}R[\dA-Z]/;
const nested = /^_{1,2}ZN/;
const hash = /^h[\da-f]{16}$/;

/**
 * Tells by its beginning how a name is mangled. Names of C, Objective-C, Java, Kotlin and JavaScript are not, and neither are Swift's
 * before version 4 (`_TF…`), which no current demangler reads.
 */
export function manglingOf(name: string): Mangling | undefined {
  if (swift.test(name)) return 'swift';
  if (itanium.test(name)) return isLegacyRust(name) ? 'rust' : 'cpp';
  if (rustV0.test(name)) return 'rust';
  return name.startsWith('?') ? 'microsoft' : undefined;
}

/** Rust's older mangling is a nested C++ name of plain parts, of which the last is a hash. */
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
