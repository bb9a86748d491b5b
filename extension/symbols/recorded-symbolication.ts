import { setImmediate as turn } from 'node:timers/promises';
import { joinBytes } from '../../core/join-bytes.ts';
import { Turns } from '../../core/session/file/turns.ts';
import { Decoder } from '../../core/wire/codec.ts';
import type { SymbolRecord } from '../../host/builds/name-records.ts';
import { nodeTurns } from '../../host/turn-driver.ts';
import { isSymbolRecord } from './symbol-finder.ts';

/** Who looks for the names of one session. */
export interface Symbolicator {
  /**
   * Takes the session's next bytes, whose buffer may be empty afterwards.
   * @param isChunk they decode on their own
   */
  take(data: Uint8Array<ArrayBuffer>, isChunk: boolean): Promise<void>;
  /** The session has no more messages: names are looked for. */
  begin(): void;
  /** Resolves when all that can be named so far is found. */
  settled(): Promise<void>;
  close(): void;
}

/** Starts to look for names; what is found is given as bytes that decode on their own. */
export type StartSymbolicator = (found: (piece: Uint8Array) => void) => Symbolicator;

/** Bytes in one part for a page, and what more one piece of them adds. */
const PART_BYTES = 64 << 10;
/** Copied in one step: a fifth of a millisecond. */
const COPIED_BYTES = 256 << 10;

/** What is found for a session that was recorded already: from when its bytes were read until it is closed. */
export class RecordedSymbolication {
  readonly #naming: Symbolicator;
  /**
   * New records, each piece as bytes that decode on their own. As objects the garbage collector would move them about, twenty for each
   * record: that took the longest turns of all.
   */
  readonly #found: Uint8Array[] = [];
  readonly #listeners = new Set<() => void>();
  #isWhole = false;

  constructor(start: StartSymbolicator) {
    this.#naming = start((piece) => this.#add(piece));
  }

  /** All of the session was read. */
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

  /**
   * Takes the next bytes of the session, of which it makes a copy; resolves when it is done with them. Rejects with the signal's reason.
   * @param isChunk they decode on their own, as a chunk of a file does
   */
  async read(data: Uint8Array, isChunk: boolean, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await this.#naming.take(await copied(data, signal), isChunk);
    signal?.throwIfAborted();
  }

  /** The session has no more messages: names are looked for. */
  begin(): void {
    this.#isWhole = true;
    this.#naming.begin();
  }

  settled(): Promise<void> {
    return this.#naming.settled();
  }

  /** All that is found, from the first record on, as bytes that decode on their own; waits for more until the signal says stop. */
  async *parts(signal: AbortSignal): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (let sent = 0; !signal.aborted; ) {
      if (sent === this.#found.length) await this.#waitForMore(signal);
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
    this.#naming.close();
    this.#listeners.clear();
  }

  #add(piece: Uint8Array): void {
    this.#found.push(piece);
    for (const listener of [...this.#listeners]) listener();
  }

  async #waitForMore(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const go = (): void => {
        forget();
        signal.removeEventListener('abort', go);
        resolve();
      };
      const forget = this.onFound(go);
      signal.addEventListener('abort', go);
    });
  }
}

/** A copy of a chunk takes 5 ms at once, so it is made in steps. */
async function copied(data: Uint8Array, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const turns = new Turns(nodeTurns, signal);
  const copy = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += COPIED_BYTES) {
    copy.set(data.subarray(at, at + COPIED_BYTES), at);
    await turns.pause();
  }
  return copy;
}
