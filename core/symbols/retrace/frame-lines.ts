import { int32At } from '../../columns/at.ts';
import { lineEnd } from './text-lines.ts';

const COLUMNS = 6;
/** Longer lines are none of an app's frames. */
const MAX_LETTERS = 1024;
const MAX_LINE = 2 ** 31 - 1;
const [TAB, NEWLINE, SPACE, OPEN, CLOSE, DOT, ZERO, NINE, COLON, LESS, LOWER_A, LOWER_T] = [9, 10, 32, 40, 41, 46, 48, 57, 58, 60, 97, 116];
/** 1 for usual letters; a table is quicker than an expression. */
const inNames = Uint8Array.from({ length: 256 }, (_, code) => Number(/[\w$.-]/.test(String.fromCharCode(code)) && code < 128));
const constructors = ['<init>', '<clinit>'].map((name) => Array.from(name, (letter) => letter.charCodeAt(0)));
const encoder = new TextEncoder();

/** `    at a.b.c(SourceFile:12)` and nothing else, nearly every line of a stack trace, by row. Numbers, as garbage collections move objects. */
export class FrameLines {
  readonly bytes: Uint8Array;
  /** Offsets into `bytes` of the current frame. */
  begin = 0;
  classBegin = 0;
  classEnd = 0;
  /** The method's name follows the class and a point. */
  nameEnd = 0;
  /** The file's name follows the method's and a parenthesis. */
  fileEnd = 0;
  /** -1 without a line. */
  line = -1;
  readonly #columns: Int32Array;
  #next = 0;

  constructor(lines: readonly string[]) {
    const texts = lines.map((line) => (line.length > MAX_LETTERS || line.includes('\n') ? '' : line));
    this.bytes = encoder.encode(texts.join('\n'));
    this.#columns = new Int32Array(COLUMNS * lines.length);
  }

  /** Or `skip`; rows come in order. @returns false for any other line */
  read(row: number): boolean {
    this.begin = this.#next;
    if (!this.#readUsual()) {
      this.skip();
      return false;
    }
    const at = COLUMNS * row;
    const columns = this.#columns;
    columns[at] = this.begin;
    columns[at + 1] = this.classBegin;
    columns[at + 2] = this.classEnd;
    columns[at + 3] = this.nameEnd;
    columns[at + 4] = this.fileEnd;
    columns[at + 5] = this.line;
    return true;
  }

  skip(): void {
    this.#next = lineEnd(this.bytes, this.#next) + 1;
  }

  /** Makes a row that was read the current frame. */
  goTo(row: number): void {
    const at = COLUMNS * row;
    const columns = this.#columns;
    this.begin = int32At(columns, at);
    this.classBegin = int32At(columns, at + 1);
    this.classEnd = int32At(columns, at + 2);
    this.nameEnd = int32At(columns, at + 3);
    this.fileEnd = int32At(columns, at + 4);
    this.line = int32At(columns, at + 5);
  }

  #readUsual(): boolean {
    const { bytes } = this;
    let at = this.begin;
    while (bytes[at] === SPACE || bytes[at] === TAB) at++;
    if (bytes[at] !== LOWER_A || bytes[at + 1] !== LOWER_T || bytes[at + 2] !== SPACE) return false;
    this.classBegin = at + 3;
    const open = this.#readNames(this.classBegin);
    return open > 0 && this.#readPlace(open + 1);
  }

  /** @returns the parenthesis behind a class and a method, or 0 */
  #readNames(begin: number): number {
    const { bytes } = this;
    let dot = -1;
    let at = begin;
    for (let byte = bytes[at]; byte !== undefined && inNames[byte] === 1; byte = bytes[++at]) if (byte === DOT) dot = at;
    if (bytes[at] === LESS && dot === at - 1) at += constructorLength(bytes, at);
    if (bytes[at] !== OPEN || dot <= begin || dot + 1 === at || isDigit(bytes[begin]) || isDigit(bytes[dot + 1])) return 0;
    this.classEnd = dot;
    this.nameEnd = at;
    return at;
  }

  /** A file, perhaps with a line, and the parenthesis that ends the line. */
  #readPlace(begin: number): boolean {
    const { bytes } = this;
    let colon = -1;
    let line = 0;
    let at = begin;
    for (let byte = bytes[at]; byte !== undefined && (inNames[byte] === 1 || byte === COLON); byte = bytes[++at]) {
      if (byte === COLON) [colon, line] = [at, 0];
      else if (colon >= 0) {
        if (!isDigit(byte)) return false;
        line = line * 10 + byte - ZERO;
      }
    }
    const isEnd = at + 1 === bytes.length || bytes[at + 1] === NEWLINE;
    if (bytes[at] !== CLOSE || !isEnd || colon === at - 1) return false;
    this.fileEnd = colon < 0 ? at : colon;
    this.line = colon < 0 || line > MAX_LINE ? -1 : line;
    this.#next = at + 2;
    return true;
  }
}

/** 0 for another name. */
function constructorLength(bytes: Uint8Array, at: number): number {
  return constructors.find((name) => name.every((byte, i) => bytes[at + i] === byte))?.length ?? 0;
}

function isDigit(byte: number | undefined): byte is number {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}
