import { setImmediate as turn } from 'node:timers/promises';
import { joinBytes } from '../../core/session/join-bytes.ts';
import { decodeInSteps } from '../../core/session/replay.ts';
import { SplitMap } from '../../core/session/split-map.ts';
import { type TurnDriver, Turns } from '../../core/session/turns.ts';
import { Decoder, Encoder } from '../../core/wire/codec.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { SymbolRecord } from '../../host/builds/name-records.ts';
import type { SessionSymbols } from '../../host/builds/session-symbols.ts';
import { keyHash, type ShortKey, shortKey } from '../../host/builds/short-key.ts';
import { nodeTurns } from '../../host/turn-driver.ts';

/** Makes what looks for names, and ends it. */
export type StartNaming = (add: (records: readonly Message[]) => void) => {
  readonly names: SessionSymbols;
  close(): void;
  /** Told in a sentence when more was found than is kept. */
  log(line: string): void;
};

/** Bytes in one part for a page, and what more one piece of them adds. */
const PART_BYTES = 64 << 10;
/** Records of the session whose hashes are kept: of those before them, some may be found a second time. */
const MOST_KNOWN = 200_000;
/** Bytes of records that are found for one session. The largest maps of real apps have 10 MB of names that a session could show. */
const MOST_FOUND_BYTES = 24 << 20;

/** What is found for a session that was recorded already: from when its messages were followed until it is closed. */
export class RecordedNames {
  readonly #names: SessionSymbols;
  readonly #close: () => void;
  readonly #log: (line: string) => void;
  /**
   * New records, each piece as bytes that decode on their own. As objects the garbage collector would move them about, twenty for each
   * record: that took the longest turns of all.
   */
  readonly #found: Uint8Array[] = [];
  /** Hashes of what stands in the session, or was found for it: a nearest build's names are looked for at each opening. */
  #known = new SplitMap<ShortKey, true>(keyHash);
  /** The ones before those. Two sets: taking the oldest out of one costs more with each that is gone. */
  #knownBefore = new SplitMap<ShortKey, true>(keyHash);
  readonly #listeners = new Set<() => void>();
  #isWhole = false;
  #foundBytes = 0;

  constructor(start: StartNaming) {
    const { names, close, log } = start((records) => this.#add(records));
    this.#log = log;
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
    for (const message of messages) this.#follow(message);
  }

  /**
   * Takes a chunk of the session, which decodes on its own, in short turns; the caller keeps the bytes as they are until then. Rejects with
   * the signal's reason.
   */
  async read(chunk: Uint8Array, signal?: AbortSignal, driver: TurnDriver = nodeTurns): Promise<void> {
    await new Turns(driver, signal).run(decodeInSteps(chunk, { apply: (message) => this.#follow(message), sample: () => undefined }));
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

  #follow(message: Message): void {
    if (isSymbolRecord(message)) this.#know(message);
    this.#names.follow(message);
  }

  #add(records: readonly Message[]): void {
    if (this.#foundBytes > MOST_FOUND_BYTES) return;
    const news = records.filter(isSymbolRecord).filter((record) => this.#know(record));
    if (news.length === 0) return;
    const piece = joinBytes(news.map((record) => new Encoder().encode(record)));
    this.#foundBytes += piece.length;
    this.#found.push(piece);
    for (const listener of [...this.#listeners]) listener();
    if (this.#foundBytes <= MOST_FOUND_BYTES) return;
    this.#log(`Local builds have more names for the session than the ${MOST_FOUND_BYTES >> 20} MB that are kept: no more are looked for.`);
    this.#close();
  }

  /** False for what was there already. How long it took to find is no news. */
  #know(record: SymbolRecord): boolean {
    // Of what is said of an image only the latest counts: it may be said again after something else.
    const hash = hashOf(record.type === 'symbols' ? { ...record, tookUs: 0 } : record);
    const isNew = !this.#known.has(hash) && !this.#knownBefore.has(hash);
    if (!isNew || record.type === 'symbols') return isNew;
    this.#known.set(hash, true);
    if (this.#known.size < MOST_KNOWN / 2) return true;
    this.#knownBefore = this.#known;
    this.#known = new SplitMap<ShortKey, true>(keyHash);
    return true;
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

/** Not by Node's hashes: each is an object outside V8's heap, and hundreds of thousands of them take longer than all else here. */
function hashOf(record: SymbolRecord): ShortKey {
  return shortKey(Buffer.from(new Encoder().encode(record)).toString('latin1'));
}
