/** NeXTSTEP property lists have only texts. */
type OldValue = string | readonly OldValue[] | OldDictionary;

interface OldDictionary {
  readonly [key: string]: OldValue | undefined;
}

const MAX_DEPTH = 32;
/**
 * One run of blanks or one comment at a time: a combined expression would backtrack exponentially. An open comment
 * takes the rest.
 */
const skipped = /\s+|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
const token = /([{}();=,])|"((?:[^"\\]|\\[\s\S])*)"|<([0-9a-fA-F\s]*)>|([^\s{}();=,"<>]+)/y;

/** Output of `simctl listapps`. @throws SyntaxError */
export function readOldPlist(text: string): OldValue {
  return new Reader(text).value(0);
}

/** Empty when missing. */
export function oldText(dictionary: OldDictionary, key: string): string {
  const value = dictionary[key];
  return typeof value === 'string' ? value : '';
}

export function isOldDictionary(value: OldValue | undefined): value is OldDictionary {
  return typeof value === 'object' && !Array.isArray(value);
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): OldValue {
    if (depth > MAX_DEPTH) throw new SyntaxError('The list is nested too deeply.');
    const next = this.#next();
    if (next.sign === '{') return this.#dictionary(depth);
    if (next.sign === '(') return this.#list(depth);
    if (next.text === undefined) throw new SyntaxError(`The list has a “${next.sign}” where a value should be.`);
    return next.text;
  }

  #dictionary(depth: number): OldDictionary {
    const entries: [string, OldValue][] = [];
    for (;;) {
      const key = this.#next();
      if (key.sign === '}') return Object.fromEntries(entries);
      if (key.text === undefined) throw new SyntaxError('The list has a value without a key.');
      this.#expect('=');
      entries.push([key.text, this.value(depth + 1)]);
      this.#expect(';');
    }
  }

  #list(depth: number): readonly OldValue[] {
    const items: OldValue[] = [];
    for (;;) {
      const at = this.#at;
      if (this.#next().sign === ')') return items;
      this.#at = at;
      items.push(this.value(depth + 1));
      const { sign } = this.#next();
      if (sign === ')') return items;
      if (sign !== ',') throw new SyntaxError('The list has two values without a comma between them.');
    }
  }

  #expect(sign: string): void {
    if (this.#next().sign !== sign) throw new SyntaxError(`The list lacks a “${sign}”.`);
  }

  #skip(): void {
    for (;;) {
      skipped.lastIndex = this.#at;
      if (!skipped.test(this.#text)) return;
      this.#at = skipped.lastIndex;
    }
  }

  #next(): { readonly sign?: string | undefined; readonly text?: string | undefined } {
    this.#skip();
    token.lastIndex = this.#at;
    const match = token.exec(this.#text);
    if (match === null) throw new SyntaxError('The list ends too early, or is no list.');
    this.#at = token.lastIndex;
    const [, sign, quoted, data, bare] = match;
    return { sign, text: quoted === undefined ? (data ?? bare) : unescaped(quoted) };
  }
}

/** `\U` with UTF-16 in hex, or three octal digits. */
function unescaped(text: string): string {
  return text.replace(/\\(?:U([0-9a-fA-F]{4})|([0-7]{3})|([\s\S]))/g, (_, hex?: string, octal?: string, one?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    return { n: '\n', t: '\t', r: '\r' }[one ?? ''] ?? one ?? '';
  });
}
