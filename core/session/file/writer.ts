import { joinBytes } from '../../join-bytes.ts';
import { Decoder } from '../../wire/decoder.ts';
import { Encoder } from '../../wire/encoder.ts';
import { FieldWriter } from '../../wire/field-writer.ts';
import { messageExtent } from '../../wire/partial-message.ts';
import type { Message } from '../../wire/schema.ts';
import { type ChunkEntry, indexBytes, MAX_INDEX_ENTRIES } from './chunk-index.ts';
import { crc32 } from './crc32.ts';
import { chunkHeader, chunkType, fileHeader, trailer } from './file-layout.ts';
import type { SessionRecordName } from './session-stream.ts';
import { type StreamBases, type StreamPiece, StreamPosition } from './stream-position.ts';

export interface SessionWriterDriver {
  /** Raw deflate (RFC 1951), no header. */
  deflate(bytes: Uint8Array): Uint8Array;
  /** After a failure the same bytes are written again. */
  write(bytes: Uint8Array, offset: number): void | Promise<void>;
}

/** Closes a chunk, before compression; larger ones hardly compress better. */
const CHUNK_BYTES = 64 << 10;

/** A journal lacks the end. Bytes stay in memory until `flush` has written them, so a later `flush` continues after a full disk. */
export class SessionWriter {
  readonly #driver: SessionWriterDriver;
  readonly #decoder = new Decoder();
  readonly #position = new StreamPosition();
  readonly #chunk = new FieldWriter();
  readonly #entries: ChunkEntry[] = [];
  /** Bytes for the file, in order. */
  readonly #ready: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  #readyBytes = 0;
  #end = 0;
  #closedRawBytes = 0;
  /** They make the open chunk readable on its own. */
  #prologueBytes = 0;
  #writing: Promise<void> = Promise.resolve();
  #finished = false;

  constructor(driver: SessionWriterDriver) {
    this.#driver = driver;
    this.#enqueue(fileHeader());
  }

  /** Bytes of the file, written or pending. */
  get size(): number {
    return this.#end;
  }

  get pendingBytes(): number {
    return this.#readyBytes + this.#chunk.length - this.#prologueBytes;
  }

  /** Bytes of all chunks before compression. */
  get rawBytes(): number {
    return this.#closedRawBytes + this.#chunk.length;
  }

  /** Throws RangeError for partial messages, and after `finish`. */
  append(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const end = pieceEnd(bytes, at);
      const piece = bytes.subarray(at, end);
      const before = this.#decoder.offset;
      const decoded = this.#decoder.push(piece);
      if (this.#decoder.offset - before !== piece.length) throw new RangeError(this.#decoder.failure?.text ?? 'A message is not whole.');
      this.#add(piece, decoded, this.#decoder);
      at = end;
    }
  }

  /** As `append`, without a begin that only repeats this position: of a chunk of another file. */
  appendChunk(bytes: Uint8Array): void {
    const repeated = this.#entries.length > 0 || this.#chunk.length > 0 ? this.#prologue() : new Uint8Array(0);
    const isRepeated = repeated.every((byte, at) => byte === bytes[at]);
    this.append(isRepeated ? bytes.subarray(repeated.length) : bytes);
  }

  /** The piece stays in one chunk. Throws RangeError after `finish`. */
  appendPiece({ bytes, messages, timeUs, node }: StreamPiece): void {
    if (bytes.length === 0) return;
    this.#add(bytes, messages, { timeUs, node });
    // Later bytes without messages continue from there.
    this.#decoder.timeUs = timeUs;
    this.#decoder.node = node;
  }

  appendMessage(message: Message<SessionRecordName>): void {
    this.appendPiece(this.#position.insert(message));
  }

  #add(bytes: Uint8Array, messages: readonly Message[], behind: StreamBases): void {
    if (this.#finished) throw new RangeError('The session is finished already.');
    if (this.#chunk.length === 0) this.#openChunk();
    this.#position.follow(messages, behind);
    this.#chunk.raw(bytes);
    if (this.#chunk.length >= CHUNK_BYTES) this.#closeChunk();
  }

  /** Rejects with the driver's error without losing anything; call it again. */
  flush(): Promise<void> {
    this.#closeChunk();
    const written = this.#writing.then(() => this.#writeReady());
    // The caller gets the failure; the next flush must still try.
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Flushes and writes the index. Call it again after a failure. */
  finish(): Promise<void> {
    this.#closeChunk();
    if (!this.#finished && this.#entries.length <= MAX_INDEX_ENTRIES) {
      const offset = this.#end;
      this.#enqueueChunk(chunkType.index, indexBytes(this.#entries), 0, 0);
      this.#enqueue(trailer(offset));
    }
    this.#finished = true;
    return this.flush();
  }

  async #writeReady(): Promise<void> {
    for (let piece = this.#ready[0]; piece !== undefined; piece = this.#ready[0]) {
      await this.#driver.write(piece.bytes, piece.offset);
      this.#ready.shift();
      this.#readyBytes -= piece.bytes.length;
    }
  }

  /** The first chunk has bases 0. */
  #openChunk(): void {
    this.#position.restartSpan();
    if (this.#entries.length > 0) this.#chunk.raw(this.#prologue());
    this.#prologueBytes = this.#chunk.length;
  }

  /** Makes a reader continue here. */
  #prologue(): Uint8Array {
    const encoder = new Encoder();
    const clock = encoder.encode(this.#position.clock());
    return this.#position.process === undefined ? clock : joinBytes([clock, encoder.encode(this.#position.process)]);
  }

  #closeChunk(): void {
    if (this.#chunk.length === 0) return;
    const { firstUs = 0, lastUs = 0 } = this.#position;
    const offset = this.#end;
    const storedLength = this.#enqueueChunk(chunkType.messages, this.#chunk.copy(), firstUs, lastUs);
    this.#entries.push({ offset, storedLength, firstUs, lastUs });
    this.#closedRawBytes += this.#chunk.length;
    this.#chunk.clear();
    this.#prologueBytes = 0;
  }

  #enqueueChunk(type: number, raw: Uint8Array, firstUs: number, lastUs: number): number {
    const stored = this.#driver.deflate(raw);
    const storedLength = stored.length;
    this.#enqueue(chunkHeader({ type, rawLength: raw.length, storedLength, crc32: crc32(stored), firstUs, lastUs }), stored);
    return storedLength;
  }

  /** One write per chunk. */
  #enqueue(...parts: readonly Uint8Array[]): void {
    const bytes = joinBytes(parts);
    this.#ready.push({ offset: this.#end, bytes });
    this.#readyBytes += bytes.length;
    this.#end += bytes.length;
  }
}

/** At most what fills a chunk. */
function pieceEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && end - at < CHUNK_BYTES) {
    const extent = messageExtent(bytes, end, bytes.length);
    if (extent === 'tooLong' || extent === 'incomplete' || extent.end > bytes.length) return bytes.length;
    end = extent.end;
  }
  return end;
}
