import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { encodePacket, type Packet, PacketError, PacketReader, VERSION_WITH_CHECKSUM } from './adb-packet.ts';
import { AdbdStream } from './adbd-stream.ts';

/** The phone's answer to the host's first packet. */
type Handshake =
  /** Its owner has allowed this computer. */
  | 'accept'
  /** Its owner has not answered "Allow USB debugging?": asks for signatures and takes none. */
  | 'unauthorized'
  /** Its adbd hangs. */
  | 'silent';

export interface TransportFacts {
  /** `device::ro.product.name=…;features=…`, see adb.cpp get_connection_string(). */
  readonly banner: string;
  readonly version: number;
  readonly maxPayload: number;
}

/** Starts a service, which runs until the result ends; undefined refuses it. */
export type OpenService = (name: string) => Promise<((stream: AdbdStream) => Promise<void>) | undefined>;

const AUTH_TOKEN = 1;

/** One host's connection to the phone (protocol.txt): handshake, then concurrent streams. */
export class AdbdConnection {
  readonly #link: Duplex;
  readonly #facts: TransportFacts;
  readonly #handshake: Handshake;
  readonly #open: OpenService;
  readonly #reader = new PacketReader();
  readonly #streams = new Map<number, AdbdStream>();
  #checksums = true;
  #maxPayload: number;
  #lastId = 0;

  constructor(link: Duplex, facts: TransportFacts, handshake: Handshake, open: OpenService) {
    this.#link = link;
    this.#facts = facts;
    this.#handshake = handshake;
    this.#open = open;
    this.#maxPayload = facts.maxPayload;
    link.on('data', (chunk: Uint8Array) => this.#received(chunk));
    link.on('close', () => this.#dropAll());
  }

  #received(chunk: Uint8Array): void {
    try {
      for (const packet of this.#reader.push(chunk)) this.#handle(packet);
    } catch (error) {
      if (!(error instanceof PacketError)) throw error;
      this.#link.destroy();
    }
  }

  #handle(packet: Packet): void {
    switch (packet.command) {
      case 'CNXN':
        this.#greet(packet);
        return;
      case 'AUTH':
        // A signature or public key without the owner's answer: only a signature gets another token.
        if (packet.arg0 === 2) this.#send('AUTH', AUTH_TOKEN, 0, randomBytes(20));
        return;
      case 'OPEN':
        void this.#openStream(packet);
        return;
      case 'OKAY':
        this.#streams.get(packet.arg1)?.acknowledged();
        return;
      case 'WRTE':
        this.#streams.get(packet.arg1)?.received(packet.payload);
        return;
      case 'CLSE':
        this.#streams.get(packet.arg1)?.drop();
        this.#streams.delete(packet.arg1);
        return;
      default:
        // adbd logs unknown commands and goes on.
        return;
    }
  }

  #greet(packet: Packet): void {
    if (this.#handshake === 'silent') return;
    if (this.#handshake === 'unauthorized') {
      this.#send('AUTH', AUTH_TOKEN, 0, randomBytes(20));
      return;
    }
    this.#dropAll();
    this.#checksums = Math.min(packet.arg0, this.#facts.version) <= VERSION_WITH_CHECKSUM;
    this.#reader.verify = this.#checksums;
    this.#maxPayload = Math.min(packet.arg1, this.#facts.maxPayload);
    this.#send('CNXN', this.#facts.version, this.#facts.maxPayload, Buffer.from(this.#facts.banner));
  }

  async #openStream(packet: Packet): Promise<void> {
    const name = Buffer.from(packet.payload).toString('utf8').replace(/\0$/, '');
    const remoteId = packet.arg0;
    const run = await this.#open(name);
    if (!run) return this.#send('CLSE', 0, remoteId);
    const localId = ++this.#lastId;
    const stream = new AdbdStream(localId, remoteId, this.#maxPayload, (command, payload) =>
      this.#send(command, localId, remoteId, payload),
    );
    this.#streams.set(localId, stream);
    this.#send('OKAY', localId, remoteId);
    try {
      await run(stream);
    } finally {
      await stream.end();
      stream.input.break();
      this.#streams.delete(localId);
    }
  }

  #send(command: string, arg0: number, arg1: number, payload: Uint8Array = new Uint8Array(0)): void {
    if (this.#link.writable) this.#link.write(encodePacket({ command, arg0, arg1, payload }, this.#checksums || command === 'CNXN'));
  }

  #dropAll(): void {
    for (const stream of this.#streams.values()) stream.drop();
    this.#streams.clear();
  }
}
