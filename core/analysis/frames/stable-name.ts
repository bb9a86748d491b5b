import { isGeneratedClass, outerClass, packageOf } from './class-names.ts';
import { readableName } from './readable-name.ts';

/**
 * Names that survive a rebuild: what compilers number or hash anew each time is left out, so that the same code has the same name
 * in the build of yesterday and in that of today. Two lambdas of one function become one name: nothing that lasts tells them apart.
 */

/** A class: `com.example.Cart$1` -> `com.example.Cart$#`, `com.example.Cart$$ExternalSyntheticLambda3` -> `com.example.Cart`. */
export function stableClass(dottedClass: string): string {
  return isGeneratedClass(dottedClass) ? outerClass(dottedClass) : withoutNumbers(dottedClass);
}

/** A function: of Java and Kotlin by its class and as it was written, of native code by its demangled name. */
export function stableFunction(dottedClass: string, method: string): string {
  if (dottedClass === '') return stableNative(method);
  const { owner, member, kind } = readableName(dottedClass, method);
  const name = withoutNumbers([owner, member].filter((part) => part !== '').join('.'));
  return inPackage(dottedClass, kind === 'function' ? name : `${name} (${kind})`);
}

/**
 * Native code. Numbers of closures and blocks (Swift `closure #2 in`, clang `_block_invoke_3`, C++ `{lambda(int)#1}`, `$_4`), the
 * parts that a Swift `async` function is split in, private discriminators (a hash of the file), and what LLVM appends for copies
 * (`.cold.1`, `.llvm.123`) go; an address without a name is known by its library alone.
 */
export function stableNative(name: string): string {
  return name
    .replace(/^\((\d+)\) (?:suspend|await) resume partial function for /, '')
    .replace(/(?:^| \+ )0x[0-9a-f]+$/, '')
    .replace(/\.(?:cold|llvm|constprop|isra|part|resume)(?:\.\d+)*(?=$|\.)/g, '')
    .replace(/_block_invoke_\d+/g, '_block_invoke')
    .replace(/(?<=[ })])#\d+/g, '#')
    .replace(/'lambda\d+'/g, "'lambda'")
    .replace(/\$_\d+/g, '$_')
    .replace(/ in _[0-9A-F]{32}\b/g, '');
}

/** D8 and R8 name what they make of lambdas by a hash or a number; the compilers number anonymous classes and lambdas. */
function withoutNumbers(name: string): string {
  return name
    .replace(/\$r8\$lambda\$.*$/, '$r8$lambda')
    .replace(/(?<=[.$-])\d+(?=$|[.$ ])/g, '#')
    .replace(/^\d+(?=$|[.$ ])/, '#');
}

function inPackage(dottedClass: string, name: string): string {
  const found = packageOf(dottedClass);
  return found === '' ? name : `${found}.${name}`;
}
