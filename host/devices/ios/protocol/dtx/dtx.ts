import type { Duplex } from 'node:stream';
import { readExactly } from '../bytes/exact-bytes.ts';
import { withTimeout } from '../bytes/with-timeout.ts';
import { DeviceFailure } from '../device-failure.ts';
import { dictOf, isDict, PlistError, type PlistValue, textOf } from '../plist/value.ts';
import { archive, unarchive } from './ns-keyed-archive.ts';

/** DTXMessage of Instruments' services, as in go-ios (ios/dtx_codec) and pymobiledevice3. */
const MAGIC = 0x1f3d5b79;
const HEADER_BYTES = 32;
const PAYLOAD_HEADER_BYTES = 16;
/** Starting an unverified app takes seconds. */
const ANSWER_MS = 30_000;
const MAX_MESSAGE_BYTES = 32 << 20;
const kind = { acknowledgement: 0, call: 2, answer: 3, error: 4 } as const;
/** Each argument is a null key, then 32 bits or an archive. */
const argument = { archive: 2, int32: 3, key: 10 } as const;
const AUXILIARY_MAGIC = 0x1f0n;

export class DtxFailure extends DeviceFailure {
  override readonly name = 'DtxFailure';
}

interface Message {
  readonly id: number;
  readonly conversation: number;
  readonly channel: number;
  readonly wantsAnswer: boolean;
  readonly kind: number;
  readonly payload: Buffer;
}

/** A plain 32-bit argument; others are archived. */
class Int32 {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

/** A connection to Instruments' service, for one call at a time. */
export class Dtx {
  readonly #stream: Duplex;
  readonly #fragments = new Map<number, Buffer[]>();
  #lastId = 0;
  #lastChannel = 0;

  constructor(stream: Duplex) {
    this.#stream = stream;
  }

  /** Both sides announce their capabilities. */
  greet(): void {
    this.#send(0, '_notifyOfPublishedCapabilities:', [{ 'com.apple.private.DTXConnection': 1 }], false);
  }

  async channel(name: string, signal: AbortSignal): Promise<number> {
    const code = ++this.#lastChannel;
    await this.call(0, '_requestChannelWithCode:identifier:', [new Int32(code), name], signal);
    return code;
  }

  /** @throws DtxFailure with the service's words */
  async call(
    channel: number,
    selector: string,
    args: readonly (PlistValue | Int32)[],
    signal: AbortSignal,
  ): Promise<PlistValue | undefined> {
    const id = this.#send(channel, selector, args, true);
    for (;;) {
      const message = await withTimeout(ANSWER_MS, `${selector} by the device’s developer services`, signal, (limited) =>
        this.#receive(limited),
      );
      if (message.conversation === 0) {
        // Unacknowledged notices would block the service.
        if (message.wantsAnswer) this.#acknowledge(message);
        continue;
      }
      if (message.id !== id) continue;
      const value = message.payload.length === 0 ? undefined : unarchive(message.payload);
      if (message.kind !== kind.error) return value;
      throw new DtxFailure(reasonOf(value) || `The device refused ${selector}.`);
    }
  }

  close(): void {
    this.#stream.destroy();
  }

  #send(channel: number, selector: string, args: readonly (PlistValue | Int32)[], wantsAnswer: boolean): number {
    const id = ++this.#lastId;
    const encoded = Buffer.concat(args.map(encodedArgument));
    const auxiliary = encoded.length === 0 ? encoded : Buffer.concat([auxiliaryHeader(encoded.length), encoded]);
    this.#write({ id, conversation: 0, channel, wantsAnswer, kind: kind.call }, auxiliary, archive(selector));
    return id;
  }

  #acknowledge({ id, conversation, channel }: Message): void {
    const answer = { id, conversation: conversation + 1, channel, wantsAnswer: false, kind: kind.acknowledgement };
    this.#write(answer, Buffer.alloc(0), Buffer.alloc(0));
  }

  #write(message: Omit<Message, 'payload'>, auxiliary: Buffer, payload: Buffer): void {
    const header = Buffer.alloc(HEADER_BYTES + PAYLOAD_HEADER_BYTES);
    header.writeUInt32LE(MAGIC, 0);
    header.writeUInt32LE(HEADER_BYTES, 4);
    // The first of one fragment.
    header.writeUInt16LE(1, 10);
    header.writeUInt32LE(PAYLOAD_HEADER_BYTES + auxiliary.length + payload.length, 12);
    header.writeUInt32LE(message.id, 16);
    header.writeUInt32LE(message.conversation, 20);
    header.writeInt32LE(message.channel, 24);
    header.writeUInt32LE(message.wantsAnswer ? 1 : 0, 28);
    header.writeUInt32LE(message.kind, 32);
    header.writeUInt32LE(auxiliary.length, 36);
    header.writeBigUInt64LE(BigInt(auxiliary.length + payload.length), 40);
    this.#stream.write(Buffer.concat([header, auxiliary, payload]));
  }

  /** Joins fragments. */
  async #receive(signal: AbortSignal): Promise<Message> {
    for (;;) {
      const header = await readExactly(this.#stream, HEADER_BYTES, signal);
      const [size, length] = [header.readUInt32LE(4), header.readUInt32LE(12)];
      if (header.readUInt32LE(0) !== MAGIC || size < HEADER_BYTES || size > 1024 || length > MAX_MESSAGE_BYTES) {
        throw new PlistError('Instruments’ service said what is no message.');
      }
      await readExactly(this.#stream, size - HEADER_BYTES, signal);
      const [fragment, fragments, id] = [header.readUInt16LE(8), header.readUInt16LE(10), header.readUInt32LE(16)];
      // The first of several fragments only counts them.
      if (fragments > 1 && fragment === 0) continue;
      const part = await readExactly(this.#stream, length, signal);
      const body = fragments > 1 ? this.#joined(id, part, fragment === fragments - 1) : part;
      if (body !== undefined) return messageOf(header, body);
    }
  }

  #joined(id: number, part: Buffer, isLast: boolean): Buffer | undefined {
    const parts = this.#fragments.get(id) ?? [];
    parts.push(part);
    if (parts.reduce((sum, each) => sum + each.length, 0) > MAX_MESSAGE_BYTES) throw new PlistError('Instruments’ service said too much.');
    if (isLast) this.#fragments.delete(id);
    else this.#fragments.set(id, parts);
    return isLast ? Buffer.concat(parts) : undefined;
  }
}

function messageOf(header: Buffer, body: Buffer): Message {
  const auxiliaryLength = body.length < PAYLOAD_HEADER_BYTES ? 0 : body.readUInt32LE(4);
  return {
    id: header.readUInt32LE(16),
    conversation: header.readUInt32LE(20),
    channel: header.readInt32LE(24),
    wantsAnswer: (header.readUInt32LE(28) & 1) === 1,
    kind: body.length === 0 ? kind.acknowledgement : body.readUInt8(0),
    payload: body.subarray(Math.min(PAYLOAD_HEADER_BYTES + auxiliaryLength, body.length)),
  };
}

function encodedArgument(value: PlistValue | Int32): Buffer {
  if (value instanceof Int32) return words(argument.key, argument.int32, value.value);
  const bytes = archive(value);
  return Buffer.concat([words(argument.key, argument.archive, bytes.length), bytes]);
}

function words(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, n) => {
    bytes.writeUInt32LE(value, n * 4);
  });
  return bytes;
}

function auxiliaryHeader(length: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(AUXILIARY_MAGIC, 0);
  bytes.writeBigUInt64LE(BigInt(length), 8);
  return bytes;
}

/** The text of an archived NSError. */
function reasonOf(value: PlistValue | undefined): string {
  if (!isDict(value)) return '';
  const info = dictOf(value, 'NSUserInfo');
  return textOf(info, 'NSLocalizedDescription') || textOf(info, 'NSLocalizedFailureReason') || textOf(value, 'NSDomain');
}
