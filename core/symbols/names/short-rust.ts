import { behindBrackets, isNameCharacter } from './brackets.ts';

const NUMBER = /^\d+$/;
const HASH = /^[\dA-F@]+$/;
const LLVM = '.llvm';

const ABOUT_ITS_ARGUMENT = 'drop_in_place';

/**
 * Drops generic arguments and, inside `<… as …>`, modules. `<alloc::vec::Vec<T> as core::ops::drop::Drop>::drop` becomes `<Vec as
 * Drop>::drop`, `<foo::Vec<u8>>::push` becomes `foo::Vec::push`.
 */
export function shortRustName(full: string): string {
  return new RustName(withoutPieces(full)).short;
}

/** Drops LLVM's suffixes: `.llvm.` and a hash, `.cold`, a number. Works from the end: one expression would try each dot. */
function withoutPieces(name: string): string {
  let end = name.length;
  while (end > 0) {
    const dot = name.lastIndexOf('.', end - 1);
    if (dot < 0) break;
    const piece = name.slice(dot + 1, end);
    if (HASH.test(piece) && name.endsWith(LLVM, dot)) end = dot - LLVM.length;
    else if (piece === 'cold' || NUMBER.test(piece)) end = dot;
    else break;
  }
  return name.slice(0, end);
}

class RustName {
  readonly #text: string;
  #at = 0;
  #short = '';
  /** Open `<` of `<T as Trait>`. */
  #open = 0;
  #pathBegin = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.startsWith('<')) this.#leadingType();
    while (this.#at < text.length) this.#step();
  }

  get short(): string {
    return this.#short;
  }

  /** `<foo::Vec<u8>>::push` is the type's own method and needs no brackets. `<[u8]>::len` keeps them. */
  #leadingType(): void {
    const end = behindBrackets(this.#text, 0);
    const inner = this.#text.slice(1, end - 1);
    if (!isNameCharacter(inner, 0) || /^(?:dyn|impl|fn|unsafe|extern) | as /.test(inner)) return;
    this.#short = withoutArguments(inner);
    this.#at = end;
  }

  #step(): void {
    const text = this.#text;
    const character = text[this.#at] ?? '';
    if (text.startsWith('->', this.#at)) this.#take(2);
    else if (text.startsWith('::', this.#at)) this.#colons();
    else if (character === '<') this.#less();
    else if (character === '{') this.#take(behindBrackets(text, this.#at) - this.#at);
    else if (isNameCharacter(text, this.#at)) this.#take(1);
    else {
      if (character === '>' && this.#open > 0) this.#open--;
      this.#take(1);
      this.#pathBegin = this.#short.length;
    }
  }

  #take(length: number): void {
    this.#short += this.#text.slice(this.#at, this.#at + length);
    this.#at += length;
  }

  #colons(): void {
    const next = this.#text[this.#at + 2] ?? '';
    if (next === '<') {
      // `core::slice::<impl [T]>::len` is a crate's method for the type; other brackets after colons are arguments.
      if (this.#text.startsWith('impl ', this.#at + 3)) this.#openAfterColons();
      else this.#at += 2;
      return;
    }
    const isInside = this.#open > 0;
    // A closure needs its function's name.
    if (!isInside || next === '{' || this.#pathBegin === this.#short.length) this.#take(2);
    else {
      this.#short = this.#short.slice(0, this.#pathBegin);
      this.#at += 2;
    }
  }

  #openAfterColons(): void {
    this.#take(2);
    this.#open++;
    this.#take(1);
    this.#pathBegin = this.#short.length;
  }

  #less(): void {
    const followsName = isNameCharacter(this.#text, this.#at - 1) || this.#text.startsWith('::', this.#at - 2);
    if (followsName && !this.#short.endsWith(ABOUT_ITS_ARGUMENT)) {
      this.#at = behindBrackets(this.#text, this.#at);
      return;
    }
    this.#open++;
    this.#take(1);
    this.#pathBegin = this.#short.length;
  }
}

function withoutArguments(path: string): string {
  let short = '';
  for (let at = 0; at < path.length; ) {
    if (path.startsWith('::<', at)) at = behindBrackets(path, at + 2);
    else if (path[at] === '<') at = behindBrackets(path, at);
    else short += path[at++];
  }
  return short;
}
