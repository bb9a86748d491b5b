/**
 * Packets of adb's transport: six little-endian words (command, two arguments, payload length, checksum, inverted command), then the
 * payload. Source: AOSP packages/modules/adb/protocol.txt ("apacket"), types.h, transport.cpp.
 */
export interface Packet {
  readonly command: string;
  readonly arg0: number;
  readonly arg1: number;
  readonly payload: Uint8Array;
}

/** Up to this version (before Android 9) packets carry the sum of the payload's bytes; later ones 0. */
export const VERSION_WITH_CHECKSUM = 0x01000000;

const HEADER_BYTES = 24;
/** adb refuses larger payloads (MAX_PAYLOAD). */
const LARGEST_PAYLOAD = 1024 * 1024;

export class PacketError extends Error {}

export function encodePacket(packet: Packet, withChecksum: boolean): Uint8Array {
  const bytes = Buffer.alloc(HEADER_BYTES + packet.payload.length);
  bytes.write(packet.command, 0, 4, 'latin1');
  bytes.writeUInt32LE(packet.arg0, 4);
  bytes.writeUInt32LE(packet.arg1, 8);
  bytes.writeUInt32LE(packet.payload.length, 12);
  bytes.writeUInt32LE(withChecksum ? sumOf(packet.payload) : 0, 16);
  bytes.writeUInt32LE((bytes.readUInt32LE(0) ^ 0xffffffff) >>> 0, 20);
  bytes.set(packet.payload, HEADER_BYTES);
  return bytes;
}

/** Cuts packets out of a stream of bytes. */
export class PacketReader {
  /** The other side must send checksums. */
  verify = false;
  #rest: Buffer = Buffer.alloc(0);

  /** @throws PacketError for other bytes, which ends the connection */
  push(chunk: Uint8Array): readonly Packet[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const packets: Packet[] = [];
    for (;;) {
      if (this.#rest.length < HEADER_BYTES) return packets;
      const length = this.#rest.readUInt32LE(12);
      if ((this.#rest.readUInt32LE(0) ^ this.#rest.readUInt32LE(20)) >>> 0 !== 0xffffffff) throw new PacketError('bad magic number');
      if (length > LARGEST_PAYLOAD) throw new PacketError(`payload of ${length} bytes`);
      if (this.#rest.length < HEADER_BYTES + length) return packets;
      const payload = Buffer.from(this.#rest.subarray(HEADER_BYTES, HEADER_BYTES + length));
      if (this.verify && this.#rest.readUInt32LE(16) !== sumOf(payload)) throw new PacketError('bad checksum');
      packets.push({
        command: this.#rest.toString('latin1', 0, 4),
        arg0: this.#rest.readUInt32LE(4),
        arg1: this.#rest.readUInt32LE(8),
        payload,
      });
      this.#rest = this.#rest.subarray(HEADER_BYTES + length);
    }
  }
}

function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum + byte) >>> 0;
  return sum;
}
