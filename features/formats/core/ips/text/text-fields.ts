/** `Key:    value`, as at the begin of Apple's text reports. */
const FIELD = /^([A-Z][A-Za-z/ ]{0,40}):[\t ]{1,100}(\S.{0,2000})$/;
const MOST = 200;

/** The first value of each key. */
export class TextFields {
  readonly #values = new Map<string, string>();

  /** False for lines of another form. */
  add(line: string): boolean {
    const [, key, value = ''] = FIELD.exec(line) ?? [];
    if (key === undefined) return false;
    if (!this.#values.has(key) && this.#values.size < MOST) this.#values.set(key, value.trim());
    return true;
  }

  /** '' if absent. */
  of(key: string): string {
    return this.#values.get(key) ?? '';
  }

  get values(): Iterable<string> {
    return this.#values.values();
  }
}

/** A text's lines without their ends. @param last ignored unless a newline ends it */
export function* linesOf(text: string, last: 'whole' | 'cut'): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    if (end < 0) {
      if (last === 'whole') yield text.slice(at);
      return;
    }
    yield text.charCodeAt(end - 1) === 13 ? text.slice(at, end - 1) : text.slice(at, end);
    at = end + 1;
  }
}
