/** A frame's name in parts; `class` is dotted and '' if there is none. */
interface NameParts {
  readonly class: string;
  readonly function: string;
}

const PACKAGED = /^((?:[\p{Ll}_$][\p{L}\p{N}_$]*[./])+\p{Lu}[\p{L}\p{N}_$./]*)[.](<?[\p{L}_$][\p{L}\p{N}_$-]*>?)(?:\(.*\))?$/u;
/** async-profiler's kind of a frame: just in time, interpreted, inlined, kernel, C1. */
const KIND = /_\[[01ijk]\]$/;

/** `com.example.Cart.total`, `com/example/Cart.total(I)V_[j]` -> class and method. Others are functions. */
export function namePartsOf(name: string): NameParts {
  const plain = name.replace(KIND, '');
  // Long names are templates of C++.
  const match = plain.length > 1_000 ? null : PACKAGED.exec(plain.replace(/\)[^)]*$/, ')'));
  if (match === null) return { class: '', function: plain };
  return { class: (match[1] ?? '').replaceAll('/', '.'), function: match[2] ?? '' };
}

/** Usual names of an app's main thread. */
const MAIN_NAMES: ReadonlySet<string> = new Set([
  'main',
  'main thread',
  'main-thread',
  'com.apple.main-thread',
  'crrenderermain',
  'crbrowsermain',
  'geckomain',
]);

export function isMainName(name: string): boolean {
  return MAIN_NAMES.has(name.toLowerCase());
}
