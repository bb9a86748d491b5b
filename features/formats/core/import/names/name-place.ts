/** A name without the file and line behind it. */
export interface PlacedName {
  readonly text: string;
  /** '' if unknown. */
  readonly file: string;
  /** 0 if unknown. */
  readonly line: number;
  /** The place is one that only Java and Kotlin have, such as `(Native Method)`. */
  readonly isManaged: boolean;
}

const MANAGED = new Set(['java', 'kt', 'kts', 'scala', 'groovy', 'clj', 'aidl']);
const OTHERS = new Set(
  (
    'js jsx mjs cjs ts tsx bundle jsbundle hbc vue go rs py pyx c cc cpp cxx c++ m mm h hh hpp hxx inc inl s asm swift dart rb php cs fs vb ' +
    'erl ex exs hs lua pl jl nim zig d ml f90 wasm svelte html htm'
  ).split(' '),
);
/** In place of a file's name: the runtime's, D8's and R8's. */
const NO_FILE = new Set(['native method', 'unknown source', 'unavailable', '<generated>', 'sourcefile']);
const COMPILERS = ['r8-map-id-', 'D8$$', 'R8$$'];

export function isManagedFile(file: string): boolean {
  return MANAGED.has(endingOf(file)) || NO_FILE.has(file.toLowerCase()) || COMPILERS.some((each) => file.startsWith(each));
}

/** True for files of other languages, and for addresses of the web. */
export function isOtherLanguage(file: string): boolean {
  return OTHERS.has(endingOf(file)) || (file.includes('://') && !isManagedFile(file));
}

function endingOf(file: string): string {
  const name = file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : (name.slice(dot + 1).split(/[?#:]/, 1)[0] ?? '');
}

/** `… (Cart.kt:12)`, `…[Cart.java:12]`, `… Cart.java:12`, `…@http://host/cart.js:12:5`, `…:12`, `… line: 12`. */
export function placeBehind(text: string): PlacedName {
  const closing = text.at(-1);
  const opening = closing === ')' ? '(' : closing === ']' ? '[' : '';
  if (opening !== '') {
    const begin = openingOf(text, opening, closing ?? '');
    const place = begin <= 0 ? undefined : placeIn(text.slice(begin + 1, -1));
    return place === undefined ? without(text) : { text: text.slice(0, begin).trimEnd(), ...place };
  }
  const tail = numbersBehind(text);
  if (tail === undefined) return without(text);
  const begin = Math.max(tail.text.lastIndexOf(' '), tail.text.lastIndexOf('@'));
  const file = tail.text.slice(begin + 1);
  if (begin > 0 && isFile(file)) {
    const name = tail.text.slice(0, begin).trimEnd();
    const word = [' at', ' @'].find((each) => name.endsWith(each)) ?? '';
    return { text: name.slice(0, name.length - word.length), file, line: tail.line, isManaged: isManagedFile(file) };
  }
  const said = [' line', ' Line'].find((each) => tail.text.endsWith(each));
  return { text: said === undefined ? tail.text : tail.text.slice(0, -said.length), file: '', line: tail.line, isManaged: false };
}

function without(text: string): PlacedName {
  return { text, file: '', line: 0, isManaged: false };
}

/** The last bracket's begin; -1 for an unbalanced text. */
function openingOf(text: string, opening: string, closing: string): number {
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === closing) depth++;
    else if (text[at] === opening && --depth === 0) return at;
  }
  return -1;
}

/** The content of brackets; undefined for parameters. */
function placeIn(content: string): Omit<PlacedName, 'text'> | undefined {
  if (content.length === 0 || content.includes(',')) return undefined;
  // TraceCanary: `com.ex.Cart:total(88)`.
  if (isNumber(content)) return { file: '', line: Number(content), isManaged: false };
  const { text: file, line } = numbersBehind(content) ?? { text: content, line: 0 };
  const isKnown = NO_FILE.has(file.toLowerCase());
  const isManaged = isManagedFile(file);
  // Types have dots, too: `(android.os.Bundle)`, R8's `(a.kt)`.
  const isPath = /[\\/]/.test(file) || (isManaged && !/^[a-z]{1,3}\./.test(file));
  if (isKnown && file.toLowerCase() !== 'sourcefile') return { file: '', line, isManaged };
  const hasLine = file !== content;
  if (hasLine) return file.endsWith(':') ? undefined : { file, line, isManaged };
  return isPath && isFile(file) ? { file, line, isManaged } : undefined;
}

function isFile(text: string): boolean {
  return isManagedFile(text) || isOtherFile(text) || text.includes('://');
}

function isOtherFile(text: string): boolean {
  const ending = endingOf(text);
  return OTHERS.has(ending) && (ending.length > 1 || text.includes('/')) && !text.includes(' ');
}

/** `…:12:5` -> the first number; `…:-2` is native code. Undefined without one. */
function numbersBehind(text: string): { readonly text: string; readonly line: number } | undefined {
  const last = numberBehind(text);
  if (last === undefined) return undefined;
  return numberBehind(last.text) ?? last;
}

function numberBehind(text: string): { readonly text: string; readonly line: number } | undefined {
  const colon = text.lastIndexOf(':');
  const digits = text.slice(colon + 1).trim();
  const isNegative = digits === '-1' || digits === '-2';
  if (colon <= 0 || !(isNegative || isNumber(digits))) return undefined;
  return { text: text.slice(0, colon), line: isNegative ? 0 : Number(digits) };
}

function isNumber(text: string): boolean {
  return text.length > 0 && text.length < 10 && /^\d+$/.test(text);
}
