import type { SessionModel } from '../../session/model/model.ts';
import { dottedClass, isGeneratedClass, outerClass, packageOf } from './class-names.ts';
import { readableName } from './readable-name.ts';

/** Names without compilers' numbers and hashes survive rebuilds. Lambdas of one function share a name: nothing stable separates them. */

/** A class: `com.example.Cart$1` -> `com.example.Cart$#`, `com.example.Cart$$ExternalSyntheticLambda3` -> `com.example.Cart`. */
export function stableClass(dottedClass: string): string {
  return isGeneratedClass(dottedClass) ? outerClass(dottedClass) : withoutNumbers(dottedClass);
}

export function stableFunction(dottedClass: string, method: string): string {
  if (dottedClass === '') return stableNative(method);
  const { owner, member, kind } = readableName(dottedClass, method);
  const name = withoutNumbers([owner, member].filter((part) => part !== '').join('.'));
  return inPackage(dottedClass, kind === 'function' ? name : `${name} (${kind})`);
}

/**
 * A method's name that survives rebuilds; overloads share it. Unnamed native code has its library's, since addresses change. '' for the
 * unknown method.
 */
export function methodKey(model: SessionModel, row: number): string {
  const method = model.methods[row];
  if (method === undefined) return '';
  if (method.offset >= 0) return model.images[method.image]?.path.split('/').at(-1) ?? '';
  return stableFunction(dottedClass(method.class), method.name);
}

/**
 * Without numbers of closures and blocks (Swift `closure #2 in`, clang `_block_invoke_3`, C++ `{lambda(int)#1}`, `$_4`), parts of Swift
 * `async` functions, private discriminators (a hash of the file), and LLVM's suffixes of copies (`.cold.1`, `.llvm.123`). Unnamed addresses
 * have their library's name.
 */
export function stableNative(name: string): string {
  return name
    .replace(/^\((\d+)\) (?:suspend|await) resume partial function for /, '')
    .replace(/(?:^| \+ )0x[0-9a-f]+$/, '')
    .replace(/\.(?:cold|llvm|constprop|isra|part|resume|lto_priv|localalias)(?:\.\d+)*(?=$|\.)/g, '')
    .replace(/ \[clone [^\][]{0,200}\]/g, '')
    .replace(/_block_invoke_\d+/g, '_block_invoke')
    .replace(/(?<=[ })])#\d+/g, '#')
    .replace(/'lambda\d+'/g, "'lambda'")
    .replace(/\$_\d+/g, '$_')
    .replace(/ in _[0-9A-F]{32}\b/g, '');
}

/** D8 and R8 name lambdas by hash or number; compilers number anonymous classes and lambdas. */
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
