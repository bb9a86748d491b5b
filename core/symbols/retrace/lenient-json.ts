/** What a comment of a map can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Real comments are 3 levels deep. */
const MAX_DEPTH = 16;

/**
 * Reads a JSON value as R8's maps hold it: strings in double or single quotes, keys and words without any.
 * @returns undefined when the text is no such value, or has something behind it
 */
export function parseLenientJson(text: string): JsonValue | undefined {
  try {
    const strict: JsonValue = JSON.parse(text);
    return strict;
  } catch {
    return new LenientReader(text).read();
  }
}

/** The value as an object, or undefined. */
export function asObject(value: JsonValue | undefined): { readonly [key: string]: JsonValue } | undefined {
  return typeof value === 'object' && value !== null && !isList(value) ? value : undefined;
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

class Malformed extends Error {}

class LenientReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): JsonValue | undefined {
    try {
      const value = this.#value(0);
      this.#skipBlanks();
      return this.#at === this.#text.length ? value : undefined;
    } catch (error) {
      if (error instanceof Malformed) return undefined;
      throw error;
    }
  }

  #value(depth: number): JsonValue {
    if (depth > MAX_DEPTH) throw new Malformed();
    this.#skipBlanks();
    const first = this.#text[this.#at];
    if (first === '{') return this.#object(depth);
    if (first === '[') return this.#list(depth);
    if (first === '"' || first === "'") return this.#quoted(first);
    return literal(this.#word());
  }

  #object(depth: number): JsonValue {
    const entries = new Map<string, JsonValue>();
    this.#at++;
    if (this.#accept('}')) return {};
    do {
      this.#skipBlanks();
      const quote = this.#text[this.#at];
      const key = quote === '"' || quote === "'" ? this.#quoted(quote) : this.#word();
      this.#expect(':');
      entries.set(key, this.#value(depth + 1));
    } while (this.#accept(','));
    this.#expect('}');
    return Object.fromEntries(entries);
  }

  #list(depth: number): JsonValue {
    const items: JsonValue[] = [];
    this.#at++;
    if (this.#accept(']')) return items;
    do items.push(this.#value(depth + 1));
    while (this.#accept(','));
    this.#expect(']');
    return items;
  }

  #quoted(quote: string): string {
    let value = '';
    let from = ++this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const letter = this.#text[this.#at];
      if (letter === quote) {
        value += this.#text.slice(from, this.#at++);
        return value;
      }
      if (letter !== '\\') continue;
      value += this.#text.slice(from, this.#at) + this.#escaped();
      from = this.#at + 1;
    }
    throw new Malformed();
  }

  /** The letter that an escape stands for; `#at` is left on the escape's last one. */
  #escaped(): string {
    const letter = this.#text[++this.#at];
    if (letter === undefined) throw new Malformed();
    if (letter !== 'u') return { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }[letter] ?? letter;
    const digits = this.#text.slice(this.#at + 1, this.#at + 5);
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw new Malformed();
    this.#at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #word(): string {
    const word = /[^\s{}[\]:,;=#/\\'"]*/y;
    word.lastIndex = this.#at;
    const [found = ''] = word.exec(this.#text) ?? [];
    if (found === '') throw new Malformed();
    this.#at += found.length;
    return found;
  }

  #skipBlanks(): void {
    while (this.#at < this.#text.length && this.#text.charCodeAt(this.#at) <= 0x20) this.#at++;
  }

  #accept(letter: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== letter) return false;
    this.#at++;
    return true;
  }

  #expect(letter: string): void {
    if (!this.#accept(letter)) throw new Malformed();
  }
}

function literal(word: string): JsonValue {
  if (word === 'true') return true;
  if (word === 'false') return false;
  if (word === 'null') return null;
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(word) ? Number(word) : word;
}
