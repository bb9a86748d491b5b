import { setImmediate as turn } from 'node:timers/promises';
import { joinBytes } from '../../../core/join-bytes.ts';
import { decodeInSteps } from '../../../core/session/file/replay.ts';
import { Turns } from '../../../core/session/file/turns.ts';
import type { SessionModel } from '../../../core/session/model/model.ts';
import { Decoder } from '../../../core/wire/decoder.ts';
import type { SymbolRecord } from '../../../host/builds/name-records.ts';
import { nodeTurns } from '../../../host/turn-driver.ts';
import { isSymbolRecord } from './symbol-finder.ts';

export interface Symbolicator {
  /**
   * Takes the session's next bytes and maybe their buffer.
   * @param isChunk they decode alone
   */
  take(data: Uint8Array<ArrayBuffer>, isChunk: boolean): Promise<void>;
  /** The session is complete; search for its names. */
  begin(): void;
  /** Resolves when everything that can be named so far is. */
  settled(): Promise<void>;
  /** Reports that the search has ended. */
  failed(error: unknown): void;
  close(): void;
}

/** Starts symbolication, whose results are bytes that decode alone. */
export type StartSymbolicator = (found: (piece: Uint8Array) => void) => Symbolicator;

/** Bytes per part for a page, and per added piece. */
const PART_BYTES = 64 << 10;
/** Bytes copied per step, a fifth of a millisecond. */
const COPIED_BYTES = 256 << 10;

/** Symbolication of a recorded session, from reading its bytes until closed. */
export class RecordedSymbolication {
  readonly #naming: Symbolicator;
  /** New records as bytes that decode alone; as objects they caused the longest garbage collections. */
  readonly #found: Uint8Array[] = [];
  readonly #listeners = new Set<() => void>();
  #isWhole = false;

  constructor(start: StartSymbolicator) {
    this.#naming = start((piece) => this.#add(piece));
  }

  get isWhole(): boolean {
    return this.#isWhole;
  }

  async found(): Promise<readonly SymbolRecord[]> {
    const records: SymbolRecord[] = [];
    for (const piece of [...this.#found]) {
      records.push(...new Decoder().push(piece).filter(isSymbolRecord));
      await turn();
    }
    return records;
  }

  /**
   * Copies the session's next bytes; rejects with the signal's reason.
   * @param isChunk they decode alone
   */
  async read(data: Uint8Array, isChunk: boolean, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await this.#naming.take(await copied(data, signal), isChunk);
    signal?.throwIfAborted();
  }

  begin(): void {
    this.#isWhole = true;
    this.#naming.begin();
  }

  settled(): Promise<void> {
    return this.#naming.settled();
  }

  /** Reports that the session could not be read for it. */
  failed(error: unknown): void {
    this.#naming.failed(error);
  }

  /** All names from the first, as bytes that decode alone; waits for more until aborted. */
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

/** Copies in steps, as a whole chunk takes 5 ms. */
async function copied(data: Uint8Array, signal: AbortSignal | undefined): Promise<Uint8Array<ArrayBuffer>> {
  const turns = new Turns(nodeTurns, signal);
  const copy = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += COPIED_BYTES) {
    copy.set(data.subarray(at, at + COPIED_BYTES), at);
    await turns.pause();
  }
  return copy;
}

/** Adds names to a model as they are found, in short turns, until aborted. */
export async function applySymbols(model: SessionModel, names: RecordedSymbolication, signal: AbortSignal): Promise<void> {
  const turns = new Turns(nodeTurns);
  for await (const records of names.parts(signal)) await turns.run(decodeInSteps(records, model));
}
