import { behindBrackets, isOperatorWord, operatorSymbol } from './brackets.ts';

const prefixes: readonly (readonly [full: RegExp, short: string])[] = [
  [/^\{vtable\(/, 'vtable for '],
  [/^\{vtt\(/, 'VTT for '],
  [/^\{[a-z ]*thunk\((?:\{[^{}]*\}, ?)*/, 'thunk to '],
  [/^(?:non-virtual |virtual |covariant return )+thunk to /, 'thunk to '],
  [/^invocation function for block in /, 'block in '],
  [/^(?:guard variable|TLS (?:init|wrapper) function|typeinfo(?: name)?|vtable|VTT|(?:non-)?transaction clone) for /, ''],
];

/** Inline namespaces of libc++, the NDK and libstdc++. */
const layouts = new Set(['__1', '__ndk1', '__cxx11']);

/** Behind the parameters: ` const`, ` &&`, ` [clone .cold]`, ` (.cold)`. */
const qualifiers = /(?: const| volatile| noexcept| &&?| \[clone [^\]]*\]| \(\.[^)]*\))*/y;
const pointerToFunction = /\((?:[\w:]*\*|&)/y;

/**
 * Drops parameters, template arguments, ABI tags, inline namespaces and return types. `std::__1::vector<int,
 * std::__1::allocator<int> >::push_back(int&&)` becomes `std::vector::push_back`.
 */
export function shortCppName(full: string): string {
  const prefix = prefixes.find(([pattern]) => pattern.test(full));
  if (prefix === undefined) return new CppName(full).short;
  const [pattern, words] = prefix;
  const found = pattern.exec(full)?.[0] ?? '';
  return `${words === '' ? found : words}${new CppName(full.slice(found.length)).short}`;
}

class CppName {
  readonly #text: string;
  #at = 0;
  #path: string[] = [];
  #part = '';

  constructor(text: string) {
    this.#text = text;
    while (this.#at < text.length && this.#step());
    this.#endPart();
  }

  get short(): string {
    const named = this.#path.filter((part, i) => !(layouts.has(part) && this.#path[i - 1] === 'std'));
    // A lambda's only function adds nothing.
    if (named.at(-1) === 'operator()' && /^(?:\{lambda|'lambda|\$_)/.test(named.at(-2) ?? '')) named.pop();
    return named.join('::');
  }

  /** False when the name is complete. */
  #step(): boolean {
    const text = this.#text;
    const character = text[this.#at] ?? '';
    if (character === 'o' && isOperatorWord(text, this.#at)) this.#operator();
    else if (character === '<') this.#at = behindBrackets(text, this.#at);
    else if (character === '[') this.#at = behindBrackets(text, this.#at);
    else if (character === '{') this.#braces();
    else if (character === '(') return this.#parenthesis();
    else if (character === ')') return false;
    else if (character === ':' && text[this.#at + 1] === ':') {
      this.#endPart();
      this.#at += 2;
    } else if (character === ' ') return this.#space();
    else if (character === '`') this.#quoted();
    else {
      this.#part += character;
      this.#at++;
    }
    return true;
  }

  #endPart(): void {
    if (this.#part !== '') this.#path.push(this.#part);
    this.#part = '';
  }

  /** The text so far was a return type. */
  #startAgain(): void {
    this.#path = [];
    this.#part = '';
  }

  #space(): boolean {
    if (this.#text.startsWith(' [clone', this.#at) || this.#text.startsWith(' (.', this.#at)) return false;
    this.#at++;
    this.#startAgain();
    return true;
  }

  #braces(): void {
    const end = behindBrackets(this.#text, this.#at);
    for (; this.#at < end; this.#at++) {
      const character = this.#text[this.#at] ?? '';
      if (character === '(') this.#at = behindBrackets(this.#text, this.#at) - 1;
      else this.#part += character;
    }
    this.#at = end;
  }

  #quoted(): void {
    const close = this.#text.indexOf("'", this.#at);
    const end = close < 0 ? this.#text.length : close + 1;
    this.#part += this.#text.slice(this.#at, end);
    this.#at = end;
  }

  #parenthesis(): boolean {
    const text = this.#text;
    if (this.#part === '' && text.startsWith('(anonymous ', this.#at)) {
      const end = behindBrackets(text, this.#at);
      this.#part = text.slice(this.#at, end);
      this.#at = end;
      return true;
    }
    pointerToFunction.lastIndex = this.#at;
    if (this.#part === '' && pointerToFunction.test(text)) {
      // `void (*name(int))(char)` returns a pointer to a function: the name is inside.
      this.#at = pointerToFunction.lastIndex;
      this.#startAgain();
      return true;
    }
    qualifiers.lastIndex = behindBrackets(text, this.#at);
    qualifiers.test(text);
    this.#at = qualifiers.lastIndex;
    if (text.startsWith('::', this.#at)) return true;
    // Only return types such as `decltype(…)` precede a name.
    return text[this.#at] === ' ';
  }

  #operator(): void {
    const text = this.#text;
    this.#part += 'operator';
    this.#at += 'operator'.length;
    const word = /^ (?:(?:new|delete)(?:\[\])?|co_await|"" ?\w*)/.exec(text.slice(this.#at, this.#at + 64))?.[0];
    const symbol = word ?? operatorSymbol(text, this.#at);
    if (symbol === undefined) {
      this.#conversion();
      return;
    }
    this.#part += symbol;
    this.#at += symbol.length;
    if (text.startsWith(' <', this.#at)) this.#at++;
  }

  /** `operator bool()`, `operator std::vector<int>*()`: a type up to the parameters. */
  #conversion(): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at] ?? '';
      if (character === '<') this.#at = behindBrackets(this.#text, this.#at) - 1;
      else if (character !== '(') this.#part += character;
      else if (this.#text.startsWith('(anonymous ', this.#at)) this.#part += character;
      else break;
    }
    // A function pointer has its parentheses inside: `operator void (*())(int)`.
    if (this.#text.startsWith('(*', this.#at)) this.#part += '(*)';
  }
}
