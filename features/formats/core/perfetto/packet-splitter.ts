import { importLimits } from '../import/import-limits.ts';
import { ProtoReader } from '../protobuf/proto-reader.ts';
import { TRACE_PACKET } from './tracks/trace-fields.ts';

/** A trace in pieces -> its whole packets. A packet's pieces are joined at doubling lengths, so that each byte is copied a few times at most. */
export class PacketSplitter {
  #pending = new Uint8Array(0);
  #used = 0;
  #nextAttempt = 0;
  packets = 0;
  /** In whole packets. */
  bytes = 0;

  /** Packets share the given bytes: read each before the next. */
  *feed(piece: Uint8Array): Generator<ProtoReader> {
    if (this.isTooLong) return;
    if (this.#used === 0) {
      yield* this.#packetsOf(piece);
      return;
    }
    this.#append(piece);
    if (this.#used >= this.#nextAttempt) yield* this.#packetsOf(this.#pending.slice(0, this.#used));
  }

  /** After the last piece. */
  *end(): Generator<ProtoReader> {
    if (this.#used > 0 && !this.isTooLong) yield* this.#packetsOf(this.#pending.slice(0, this.#used));
  }

  get isTooLong(): boolean {
    return this.#used > importLimits.heldBytes;
  }

  /** True after `end` where the file ends within a packet. */
  get isCut(): boolean {
    return this.#used > 0;
  }

  *#packetsOf(bytes: Uint8Array): Generator<ProtoReader> {
    const reader = new ProtoReader(bytes);
    while (reader.next()) {
      if (reader.field !== TRACE_PACKET) continue;
      this.packets++;
      yield reader.message();
    }
    this.bytes += reader.position;
    this.#used = 0;
    this.#append(bytes.subarray(reader.position));
    this.#nextAttempt = reader.position === 0 ? 2 * this.#used : 0;
  }

  #append(piece: Uint8Array): void {
    const length = this.#used + piece.length;
    if (length > this.#pending.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#pending.length));
      larger.set(this.#pending.subarray(0, this.#used));
      this.#pending = larger;
    }
    this.#pending.set(piece, this.#used);
    this.#used = length;
  }
}
