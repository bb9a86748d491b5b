import { setImmediate as turn } from 'node:timers/promises';
import { joinBytes } from '../../core/session/join-bytes.ts';
import { Decoder, Encoder } from '../../core/wire/codec.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { SymbolRecord } from '../../host/builds/name-records.ts';
import type { SessionSymbols } from '../../host/builds/session-symbols.ts';

/** Makes what looks for names, and ends it. */
export type StartNaming = (add: (records: readonly Message[]) => void) => { readonly names: SessionSymbols; close(): void };

/** Bytes in one part for a page, and what more one piece of them adds. */
const PART_BYTES = 64 << 10;
/** Bytes of a session that are decoded before others may have their turn: some hundred messages. */
const SLICE_BYTES = 4 << 10;
/** For how long one turn goes on decoding. */
const TURN_MS = 3;
/** Texts of records that the session holds; beyond that some may be found a second time. */
const MOST_KNOWN = 200_000;

/** What is found for a session that was recorded already: from when its messages were followed until it is closed. */
export class RecordedNames {
  readonly #names: SessionSymbols;
  readonly #close: () => void;
  /**
   * New records, each piece as bytes that decode on their own. As objects the garbage collector would move them about, twenty for each
   * record: that took the longest turns of all.
   */
  readonly #found: Uint8Array[] = [];
  /** What stands in the session, or was found for it: a nearest build's names are looked for at each opening. */
  readonly #known = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #isWhole = false;

  constructor(start: StartNaming) {
    const { names, close } = start((records) => this.#add(records));
    this.#names = names;
    this.#close = close;
  }

  /** All messages of the session were followed. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** New records, in their order. */
  async found(): Promise<readonly SymbolRecord[]> {
    const records: SymbolRecord[] = [];
    for (const piece of [...this.#found]) {
      records.push(...new Decoder().push(piece).filter(isSymbolRecord));
      await turn();
    }
    return records;
  }

  /** Takes the session's next messages. */
  follow(messages: readonly Message[]): void {
    for (const message of messages) {
      if (isSymbolRecord(message)) this.#know(message);
      this.#names.follow(message);
    }
  }

  /** Takes a chunk of the session, which decodes on its own, in short turns; the caller keeps the bytes as they are until then. */
  async read(chunk: Uint8Array): Promise<void> {
    const decoder = new Decoder();
    let begun = performance.now();
    for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
      this.follow(decoder.push(chunk.subarray(at, at + SLICE_BYTES)));
      if (performance.now() - begun < TURN_MS) continue;
      await turn();
      begun = performance.now();
    }
  }

  /** The session has no more messages: names are looked for. */
  begin(): void {
    this.#isWhole = true;
    this.#names.begin();
  }

  settled(): Promise<void> {
    return this.#names.settled();
  }

  /** All that is found, from the first record on, as bytes that decode on their own; waits for more until the signal says stop. */
  async *parts(signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (let sent = 0; !signal.aborted; ) {
      if (sent === this.#found.length) await this.#news(signal);
      const some: Uint8Array[] = [];
      for (let bytes = 0; bytes < PART_BYTES && sent < this.#found.length; ) {
        const piece = this.#found[sent++] ?? new Uint8Array(0);
        bytes += piece.length;
        some.push(piece);
      }
      if (some.length > 0) yield new Uint8Array(joinBytes(some));
      await turn();
    }
  }

  onFound(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#close();
    this.#listeners.clear();
  }

  #add(records: readonly Message[]): void {
    const news = records.filter(isSymbolRecord).filter((record) => this.#know(record));
    if (news.length === 0) return;
    this.#found.push(joinBytes(news.map((record) => new Encoder().encode(record))));
    for (const listener of [...this.#listeners]) listener();
  }

  /** False for what was there already. How long it took to find is no news. */
  #know(record: SymbolRecord): boolean {
    const text = JSON.stringify(record.type === 'symbols' ? { ...record, tookUs: 0 } : record);
    const isKnown = this.#known.has(text);
    // Of what is said of an image only the latest counts: it may be said again after something else.
    if (record.type !== 'symbols' && this.#known.size < MOST_KNOWN) this.#known.add(text);
    return !isKnown;
  }

  async #news(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const forget = this.onFound(() => {
        forget();
        resolve();
      });
      signal.addEventListener(
        'abort',
        () => {
          forget();
          resolve();
        },
        { once: true },
      );
    });
  }
}

export function isSymbolRecord(message: Message): message is SymbolRecord {
  switch (message.type) {
    case 'symbols':
    case 'classNames':
    case 'frameNames':
    case 'outlineNames':
    case 'addressNames':
      return true;
    default:
      return false;
  }
}
