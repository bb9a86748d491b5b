import { joinBytes } from '../../../core/join-bytes.ts';
import { SplitMap } from '../../../core/session/names/split-map.ts';
import type { MessageSink } from '../../../core/wire/decoder.ts';
import { Encoder } from '../../../core/wire/encoder.ts';
import type { Message } from '../../../core/wire/schema.ts';
import type { Builds } from '../../../host/builds/build-index.ts';
import type { SymbolRecord } from '../../../host/builds/name-records.ts';
import { SessionSymbols } from '../../../host/builds/session-symbols.ts';
import { keyHash, type ShortKey, shortKey } from '../../../host/builds/short-key.ts';
import type { SymbolSource } from '../../../host/builds/symbol-thread.ts';

/** Record hashes kept per session; older records may be found twice. */
const MOST_KNOWN = 200_000;
/** Bytes of names per session. The largest apps have 10 MB that a session can show. */
const MOST_FOUND_BYTES = 24 << 20;

interface SymbolFinderOptions {
  readonly builds: Builds;
  readonly symbols: SymbolSource;
  /** Receives records as bytes that decode alone. */
  found(piece: Uint8Array): void;
  /** Receives a sentence if symbolication ended or was limited. */
  log(line: string): void;
  readonly delayMs?: number;
}

/** Follows a session's messages and finds its missing names. */
export class SymbolFinder implements MessageSink {
  readonly #names: SessionSymbols;
  readonly #options: SymbolFinderOptions;
  /** Record hashes of the session and of names found, as each opening searches again. */
  #known = new SplitMap<ShortKey, true>(keyHash);
  /** The previous set: removing single entries gets slower with each. */
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

  apply(message: Message): void {
    if (isSymbolRecord(message)) this.#know(message);
    this.#names.follow(message);
  }

  sample(): void {}

  begin(): void {
    this.#names.begin();
  }

  settled(): Promise<void> {
    return this.#names.settled();
  }

  /** Searches again for names that are not of the exact build. */
  retry(): void {
    this.#names.retry();
  }

  close(): void {
    this.#names.close();
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
      `Local builds have more names for this session than the ${MOST_FOUND_BYTES >> 20} MB that are kept: the search has ended.`,
    );
    this.close();
  }

  /** False for known records; search times do not count. */
  #know(record: SymbolRecord): boolean {
    // Only the latest record of an image counts, which may repeat an earlier one.
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

/** Node's hashes are objects outside V8's heap; hundreds of thousands of them would dominate. */
function hashOf(record: SymbolRecord): ShortKey {
  return shortKey(Buffer.from(new Encoder().encode(record)).toString('latin1'));
}
