import { uint8At } from '../../../../core/columns/at.ts';

/** Elements of one list, or entries of one object, of a JSON text. */
export interface JsonBatch {
  /** Key of the list or object in the outermost object; '' for an outermost list. */
  readonly container: string;
  readonly values: readonly unknown[];
  /** Keys of an object's entries, as many as values. */
  readonly keys: readonly string[] | undefined;
}

interface SplitterLimits {
  readonly batchBytes: number;
  readonly elementBytes: number;
  readonly depth: number;
}

export const splitterLimits: SplitterLimits = { batchBytes: 256 << 10, elementBytes: 32 << 20, depth: 1_000 };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_LIST = 0x5d;
const CLOSE_OBJECT = 0x7d;
const MOST_KEY_BYTES = 256;

/**
 * Splits a JSON text into elements by its bytes, as V8 holds no text of 512 MB: elements of an outermost list, and of each list and object
 * in an outermost object. Only the pieces are parsed, some at a time.
 */
export class JsonSplitter {
  readonly #limits: SplitterLimits;
  readonly #ready: JsonBatch[] = [];
  #held = new Uint8Array(1 << 16);
  #length = 0;
  /** Ends of whole elements in `#held`. */
  #ends: number[] = [];
  #depth = 0;
  /** Depth of elements: 1 in an outermost list, 2 in a container. 0 outside. */
  #base = 0;
  #isList = true;
  #isRootObject = false;
  #inString = false;
  #isEscaped = false;
  /** The rest of an element is left out. */
  #isDropping = false;
  #container = '';
  #key: number[] = [];
  #isOver = false;
  /** Elements beyond a bound, and ones that are no JSON. */
  overlong = 0;
  damaged = 0;

  constructor(limits: SplitterLimits = splitterLimits) {
    this.#limits = limits;
  }

  /** @returns batches that are whole */
  feed(chunk: Uint8Array): readonly JsonBatch[] {
    for (let at = 0; at < chunk.length && !this.#isOver; at++) this.#byte(uint8At(chunk, at));
    return this.#ready.splice(0);
  }

  /** @returns the last batches; `isCut` when the text ends within an element or before its end */
  end(): { readonly batches: readonly JsonBatch[]; readonly isCut: boolean } {
    if (this.#isOver) return { batches: this.#ready.splice(0), isCut: false };
    const isBetween = this.#depth === this.#base && !this.#inString && !this.#isDropping;
    const before = this.damaged;
    if (this.#base > 0 && isBetween) this.#boundary();
    this.#flush();
    // An outermost list may lack its end: writers append to it until they stop.
    const isOpenList = isBetween && this.#base === 1 && this.damaged === before;
    return { batches: this.#ready.splice(0), isCut: !isOpenList };
  }

  #byte(byte: number): void {
    if (this.#inString) {
      this.#keep(byte);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#inString = false;
      else if (this.#isRootObject && this.#depth === 1 && this.#key.length < MOST_KEY_BYTES) this.#key.push(byte);
      return;
    }
    switch (byte) {
      case QUOTE:
        this.#inString = true;
        if (this.#isRootObject && this.#depth === 1) this.#key = [];
        this.#keep(byte);
        return;
      case OPEN_LIST:
      case OPEN_OBJECT:
        this.#open(byte);
        return;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        this.#close(byte);
        return;
      case COMMA:
        if (this.#depth === this.#base && this.#base > 0) this.#boundary();
        else this.#keep(byte);
        return;
      default:
        this.#keep(byte);
    }
  }

  #open(byte: number): void {
    this.#depth++;
    if (this.#depth === 1) {
      this.#isRootObject = byte === OPEN_OBJECT;
      if (!this.#isRootObject) this.#enter('', true);
    } else if (this.#base === 0) {
      this.#enter(new TextDecoder().decode(Uint8Array.from(this.#key)), byte === OPEN_LIST);
    } else {
      this.#keep(byte);
      if (this.#depth - this.#base > this.#limits.depth) this.#drop();
    }
  }

  #enter(container: string, isList: boolean): void {
    this.#container = container;
    this.#isList = isList;
    this.#base = this.#depth;
  }

  #close(byte: number): void {
    if (this.#depth === this.#base && this.#base > 0) {
      this.#boundary();
      this.#flush();
      this.#base = 0;
    } else {
      this.#keep(byte);
    }
    this.#depth--;
    if (this.#depth <= 0) this.#isOver = true;
  }

  #keep(byte: number): void {
    if (this.#base === 0 || this.#isDropping) return;
    if (this.#length === this.#held.length) {
      const larger = new Uint8Array(this.#held.length * 2);
      larger.set(this.#held);
      this.#held = larger;
    }
    this.#held[this.#length++] = byte;
    if (this.#length - (this.#ends.at(-1) ?? 0) > this.#limits.elementBytes) this.#drop();
  }

  #drop(): void {
    if (this.#isDropping) return;
    this.#isDropping = true;
    this.#length = this.#ends.at(-1) ?? 0;
    this.overlong++;
  }

  /** An element ends. */
  #boundary(): void {
    if (this.#isDropping) this.#isDropping = false;
    else this.#ends.push(this.#length);
    if (this.#length >= this.#limits.batchBytes) this.#flush();
  }

  #flush(): void {
    const texts: string[] = [];
    const decoder = new TextDecoder();
    let from = 0;
    for (const end of this.#ends) {
      const text = decoder.decode(this.#held.subarray(from, end));
      if (text.trim() !== '') texts.push(text);
      from = end;
    }
    this.#length = 0;
    this.#ends = [];
    if (texts.length === 0) return;
    if (this.#isList) this.#ready.push({ container: this.#container, values: this.#parsed(texts, '[', ']'), keys: undefined });
    else this.#entries(texts);
  }

  #entries(texts: readonly string[]): void {
    const entries = this.#parsed(texts, '[{', '}]', '},{').flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.entries(each) : [],
    );
    this.#ready.push({ container: this.#container, values: entries.map(([, value]) => value), keys: entries.map(([key]) => key) });
  }

  /** All at once, or one by one where one is damaged. */
  #parsed(texts: readonly string[], before: string, after: string, between = ','): readonly unknown[] {
    const whole = parsedList(withLongIds(before + texts.join(between) + after));
    if (whole !== undefined) return whole;
    return texts.flatMap((text) => {
      const value = parsedList(withLongIds(before + text + after));
      if (value === undefined) this.damaged++;
      return value ?? [];
    });
  }
}

/** A key of a trace's ids, and a number beyond 2^53, of which `JSON.parse` loses the last digits. */
const LONG_ID = /"([pt]id)"\s{0,40}:\s{0,40}(-?\d{16,20})(?=[\s,}])/g;

function withLongIds(text: string): string {
  return text.replaceAll(LONG_ID, '"$1":"$2"');
}

function parsedList(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
