import { SyntaxFailure } from './script.ts';

/** A line of shell that is read from left to right. */
export class ScriptText {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isOver(): boolean {
    return this.#at >= this.#text.length;
  }

  /** The next character; empty at the end. */
  get char(): string {
    return this.#text.charAt(this.#at);
  }

  /** The character after the next. */
  get following(): string {
    return this.#text.charAt(this.#at + 1);
  }

  skip(chars: RegExp): void {
    while (!this.isOver && chars.test(this.char)) this.#at++;
  }

  /** Blanks, and a comment after them. */
  skipBlanks(chars = /[ \t]/): void {
    this.skip(chars);
    while (this.char === '#' && /[ \t\n;&|(]|^$/.test(this.#at === 0 ? '' : this.#text.charAt(this.#at - 1))) {
      this.skip(/[^\n]/);
      this.skip(chars);
    }
  }

  peek(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  take(text: string): boolean {
    if (!this.peek(text)) return false;
    this.#at += text.length;
    return true;
  }

  next(): string {
    return this.#text.charAt(this.#at++);
  }

  /** @param pattern begins with `^` */
  match(pattern: RegExp): RegExpExecArray | null {
    return pattern.exec(this.#text.slice(this.#at));
  }

  takeMatch(pattern: RegExp): RegExpExecArray | null {
    const found = this.match(pattern);
    this.#at += found?.[0].length ?? 0;
    return found;
  }

  /** Up to the mark, which is passed over. @throws SyntaxFailure without one */
  takeUntil(mark: string): string {
    const end = this.#text.indexOf(mark, this.#at);
    if (end < 0) throw new SyntaxFailure('no closing quote');
    const taken = this.#text.slice(this.#at, end);
    this.#at = end + mark.length;
    return taken;
  }

  unexpected(): SyntaxFailure {
    const word = this.match(/^(?:;;|&&|\|\||[\w]+|.)/)?.[0];
    return new SyntaxFailure(`syntax error: unexpected ${word === undefined ? 'EOF' : `'${word}'`}`);
  }
}
