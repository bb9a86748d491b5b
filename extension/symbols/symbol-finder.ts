import { joinBytes } from '../../core/join-bytes.ts';
import { SplitMap } from '../../core/session/names/split-map.ts';
import { Decoder, Encoder, type MessageSink } from '../../core/wire/codec.ts';
import type { Message } from '../../core/wire/schema.ts';
import type { Builds } from '../../host/builds/build-index.ts';
import type { SymbolRecord } from '../../host/builds/name-records.ts';
import { SessionSymbols } from '../../host/builds/session-symbols.ts';
import { keyHash, type ShortKey, shortKey } from '../../host/builds/short-key.ts';
import type { SymbolSource } from '../../host/builds/symbol-thread.ts';
import type { Symbolicator } from './recorded-symbolication.ts';

/** Records of the session whose hashes are kept: of those before them, some may be found a second time. */
const MOST_KNOWN = 200_000;
/** Bytes of records that are found for one session. The largest maps of real apps have 10 MB of names that a session could show. */
const MOST_FOUND_BYTES = 24 << 20;

export interface SymbolFinderOptions {
  readonly builds: Builds;
  readonly symbols: SymbolSource;
  /** Takes new records, as bytes that decode on their own. */
  found(piece: Uint8Array): void;
  /** Given a sentence when naming ended, or left something out. */
  log(line: string): void;
  readonly delayMs?: number;
}

/**
 * Decodes a session and looks for its names; gives what it does not hold yet. All in the thread of whoever calls, and at once: in an
 * extension host that is `names-worker.ts`.
 */
export class SymbolFinder implements Symbolicator {
  readonly #names: SessionSymbols;
  readonly #options: SymbolFinderOptions;
  readonly #sink: MessageSink = { apply: (message) => this.#follow(message), sample: () => undefined };
  /** Of a stream that comes in pieces. */
  readonly #stream = new Decoder();
  /** Hashes of what stands in the session, or was found for it: a nearest build's names are looked for at each opening. */
  #known = new SplitMap<ShortKey, true>(keyHash);
  /** The ones before those. Two sets: taking the oldest out of one costs more with each that is gone. */
  #knownBefore = new SplitMap<ShortKey, true>(keyHash);
  #foundBytes = 0;

  constructor(options: SymbolFinderOptions) {
    this.#options = options;
    const { builds, symbols, log, delayMs } = options;
    const write = (records: readonly SymbolRecord[]): void => this.#add(records);
    this.#names = new SessionSymbols({
      ...{ builds, symbols, write, log: (line) => log(line) },
      ...(delayMs === undefined ? {} : { delayMs }),
    });
  }

  async take(data: Uint8Array, isChunk: boolean): Promise<void> {
    (isChunk ? new Decoder() : this.#stream).decode(data, this.#sink);
  }

  begin(): void {
    this.#names.begin();
  }

  settled(): Promise<void> {
    return this.#names.settled();
  }

  /** Searches again for what has no names of the very build. */
  retry(): void {
    this.#names.retry();
  }

  close(): void {
    this.#names.close();
  }

  #follow(message: Message): void {
    if (isSymbolRecord(message)) this.#know(message);
    this.#names.follow(message);
  }

  #add(records: readonly SymbolRecord[]): void {
    if (this.#foundBytes > MOST_FOUND_BYTES) return;
    const news = records.filter((record) => this.#know(record));
    if (news.length === 0) return;
    const piece = joinBytes(news.map((record) => new Encoder().encode(record)));
    this.#foundBytes += piece.length;
    this.#options.found(piece);
    if (this.#foundBytes <= MOST_FOUND_BYTES) return;
    this.#options.log(
      `Local builds have more names for the session than the ${MOST_FOUND_BYTES >> 20} MB that are kept: no more are looked for.`,
    );
    this.close();
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
