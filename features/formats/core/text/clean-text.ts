import { DECIDING_LETTERS, type LogForm, logForm, messageOf, PREFIX_LETTERS } from './log-prefix.ts';

/** Bytes that decide the encoding. */
const DECIDING_BYTES = 256;
const FEWEST_BYTES = 4;

/**
 * The only door from a file's bytes to its text: UTF-8 or UTF-16, with or without a byte order mark; lines end with `\n`; prefixes of
 * Android's log are left out where the file's begin has them. Feed pieces of any length, then end it.
 */
export class CleanText {
  #first: Uint8Array | undefined = new Uint8Array(0);
  #decoder = new TextDecoder();
  #endsInCr = false;
  /** Text before the form is decided. */
  #undecided: string | undefined = '';
  #lines: MessageLines | undefined;

  /** Prefixes of a log are left out; known at the end at the latest. */
  get isOfLog(): boolean {
    return this.#lines !== undefined;
  }

  take(bytes: Uint8Array): string {
    if (this.#first === undefined) return this.#decoded(this.#decoder.decode(bytes, { stream: true }));
    const first = new Uint8Array(this.#first.length + bytes.length);
    first.set(this.#first);
    first.set(bytes, this.#first.length);
    this.#first = first;
    return first.length < DECIDING_BYTES ? '' : this.#begin();
  }

  /** The rest. */
  end(): string {
    const begin = this.#first === undefined ? '' : this.#begin();
    let rest = this.#decoded(this.#decoder.decode(), true);
    if (this.#undecided !== undefined) rest += this.#decide(this.#undecided, this.#undecided);
    return begin + rest + (this.#lines?.end() ?? '');
  }

  #begin(): string {
    const bytes = this.#first ?? new Uint8Array(0);
    this.#first = undefined;
    this.#decoder = new TextDecoder(encodingOf(bytes.subarray(0, DECIDING_BYTES)));
    return this.#decoded(this.#decoder.decode(bytes, { stream: true }));
  }

  #decoded(piece: string, isEnd = false): string {
    let text = this.#endsInCr ? `\r${piece}` : piece;
    this.#endsInCr = !isEnd && text.endsWith('\r');
    if (this.#endsInCr) text = text.slice(0, -1);
    if (text.includes('\r')) text = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    if (this.#undecided === undefined) return this.#lines?.take(text) ?? text;
    const all = this.#undecided + text;
    this.#undecided = all;
    if (all.length < DECIDING_LETTERS) return '';
    const end = all.lastIndexOf('\n', DECIDING_LETTERS);
    return this.#decide(all, all.slice(0, end > 0 ? end : DECIDING_LETTERS));
  }

  #decide(text: string, wholeLines: string): string {
    this.#undecided = undefined;
    const form = logForm(wholeLines.slice(0, DECIDING_LETTERS));
    if (form !== undefined) this.#lines = new MessageLines(form);
    return this.#lines?.take(text) ?? text;
  }
}

/** All of a short text, or a file's begin. */
export function cleanText(bytes: Uint8Array): { readonly text: string; readonly isOfLog: boolean } {
  const clean = new CleanText();
  const text = clean.take(bytes) + clean.end();
  return { text, isOfLog: clean.isOfLog };
}

/** Without a mark, text of UTF-16 has NUL in nearly every second byte, and UTF-8 has none. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const pairs = bytes.length >> 1;
  if (bytes.length < FEWEST_BYTES) return 'utf-8';
  let [even, odd] = [0, 0];
  for (let at = 0; at < pairs * 2; at++) {
    if (bytes[at] !== 0) continue;
    if (at % 2 === 0) even++;
    else odd++;
  }
  if (even === 0 && odd >= pairs * 0.8) return 'utf-16le';
  return odd === 0 && even >= pairs * 0.8 ? 'utf-16be' : 'utf-8';
}

/** Leaves prefixes out; holds no more of a line than may be one. */
class MessageLines {
  readonly #form: LogForm;
  /** Begin of a line, whose prefix may be cut. */
  #begin = '';
  #isInside = false;

  constructor(form: LogForm) {
    this.#form = form;
  }

  take(text: string): string {
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    let clean = '';
    for (const line of lines) clean += this.#endLine(line);
    if (this.#isInside) return clean + last;
    this.#begin += last;
    if (this.#begin.length < PREFIX_LETTERS) return clean;
    this.#isInside = true;
    const message = messageOf(this.#begin, this.#form) ?? '';
    this.#begin = '';
    return clean + message;
  }

  end(): string {
    return this.#begin === '' ? '' : (messageOf(this.#begin, this.#form) ?? '');
  }

  #endLine(rest: string): string {
    const line = this.#begin + rest;
    this.#begin = '';
    if (this.#isInside) {
      this.#isInside = false;
      return `${line}\n`;
    }
    const message = messageOf(line, this.#form);
    return message === undefined ? '' : `${message}\n`;
  }
}
