import type { Duplex } from 'node:stream';
import { exactly, ProtocolError } from '../input.ts';

// DTX messages, as DTXConnectionServices and go-ios (ios/dtx_codec/decoder.go) write them, all little-endian. Header: magic, its own
// length, fragment, count of fragments, bytes that follow, message, place in the conversation, channel, whether an answer is expected. Then
// kind, bytes of arguments, bytes of both, and both: arguments and payload.

const MAGIC = 0x1f3d5b79;
const HEADER_BYTES = 32;
const PAYLOAD_HEADER_BYTES = 16;
const LARGEST_MESSAGE_BYTES = 1 << 24;
/** Concurrent fragmented messages. */
const MOST_FRAGMENTED = 16;

export const Kind = { ok: 0, call: 2, value: 3, error: 4 } as const;

export interface DtxMessage {
  readonly id: number;
  /** 0 opens a conversation, 1 is the answer. */
  readonly conversation: number;
  readonly channel: number;
  readonly expectsAnswer: boolean;
  readonly kind: number;
  readonly arguments: Buffer;
  readonly payload: Buffer;
}

/** Reads messages and joins fragments. */
export class DtxReader {
  readonly #stream: Duplex;
  readonly #fragments = new Map<number, { readonly bytes: number; readonly parts: Buffer[] }>();

  constructor(stream: Duplex) {
    this.#stream = stream;
  }

  /** @throws StreamEnded, or ProtocolError for other bytes */
  async next(): Promise<DtxMessage> {
    for (;;) {
      const header = await exactly(this.#stream, HEADER_BYTES);
      const headerBytes = header.readUInt32LE(4);
      const bytes = header.readUInt32LE(12);
      if (header.readUInt32LE(0) !== MAGIC || headerBytes < HEADER_BYTES || headerBytes > 256) throw new ProtocolError('no DTX message');
      if (bytes > LARGEST_MESSAGE_BYTES) throw new ProtocolError(`a DTX message of ${bytes} bytes`);
      await exactly(this.#stream, headerBytes - HEADER_BYTES);
      const body = await this.#body(header.readUInt32LE(16), header.readUInt16LE(8), header.readUInt16LE(10), bytes);
      if (body) return messageOf(header, body);
    }
  }

  /** The whole body after its last fragment. The first of several is only a header, with the total length. */
  async #body(id: number, fragment: number, count: number, bytes: number): Promise<Buffer | undefined> {
    if (count <= 1) return exactly(this.#stream, bytes);
    if (fragment === 0) {
      if (this.#fragments.size >= MOST_FRAGMENTED) throw new ProtocolError('too many DTX messages in fragments');
      this.#fragments.set(id, { bytes, parts: [] });
      return undefined;
    }
    const begun = this.#fragments.get(id);
    if (!begun) throw new ProtocolError('a DTX fragment without its first');
    begun.parts.push(await exactly(this.#stream, bytes));
    const whole = Buffer.concat(begun.parts);
    if (whole.length > begun.bytes) throw new ProtocolError('DTX fragments that are longer than announced');
    if (fragment < count - 1) return undefined;
    this.#fragments.delete(id);
    return whole;
  }
}

function messageOf(header: Buffer, body: Buffer): DtxMessage {
  if (body.length < PAYLOAD_HEADER_BYTES) throw new ProtocolError('a DTX message without a payload header');
  const argumentBytes = body.readUInt32LE(4);
  if (PAYLOAD_HEADER_BYTES + argumentBytes > body.length) throw new ProtocolError('DTX arguments break off');
  return {
    id: header.readUInt32LE(16),
    conversation: header.readUInt32LE(20),
    channel: header.readInt32LE(24),
    expectsAnswer: (header.readUInt32LE(28) & 1) === 1,
    kind: body.readUInt32LE(0) & 0xff,
    arguments: body.subarray(PAYLOAD_HEADER_BYTES, PAYLOAD_HEADER_BYTES + argumentBytes),
    payload: body.subarray(PAYLOAD_HEADER_BYTES + argumentBytes),
  };
}

export function sendDtx(stream: Duplex, message: DtxMessage): void {
  const { arguments: args, payload } = message;
  const header = Buffer.alloc(HEADER_BYTES + PAYLOAD_HEADER_BYTES);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt32LE(HEADER_BYTES, 4);
  header.writeUInt16LE(0, 8);
  header.writeUInt16LE(1, 10);
  header.writeUInt32LE(PAYLOAD_HEADER_BYTES + args.length + payload.length, 12);
  header.writeUInt32LE(message.id, 16);
  header.writeUInt32LE(message.conversation, 20);
  header.writeInt32LE(message.channel, 24);
  header.writeUInt32LE(message.expectsAnswer ? 1 : 0, 28);
  header.writeUInt32LE(message.kind, 32);
  header.writeUInt32LE(args.length, 36);
  header.writeBigUInt64LE(BigInt(args.length + payload.length), 40);
  stream.write(Buffer.concat([header, args, payload]));
}
