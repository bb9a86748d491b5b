import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { background } from '../../../../../core/guarded.ts';
import { KEEP_ALIVE_MS, timeoutSignal } from '../../../../time-limits.ts';
import { readExactly } from '../bytes/exact-bytes.ts';
import { DeviceFailure } from '../device-failure.ts';
import { readPlistDict } from '../plist/read.ts';
import { dictOf, dictsOf, numberOf, type PlistDict, PlistError, textOf } from '../plist/value.ts';
import { writeXmlPlist } from '../plist/xml.ts';
import { addressText, type UsbmuxAddress } from './usbmux-address.ts';

/** A device as usbmuxd knows it: once per way that leads to it. */
export interface UsbmuxDevice {
  /** Another one each time that it comes. */
  readonly deviceId: number;
  readonly udid: string;
  readonly way: 'USB' | 'Network';
}

/** Nobody listens where usbmuxd should be: there is none on this computer. */
export class UsbmuxAbsent extends DeviceFailure {
  override readonly name = 'UsbmuxAbsent';
}

/** usbmuxd said no, or something that is no answer. */
export class UsbmuxFailure extends DeviceFailure {
  override readonly name = 'UsbmuxFailure';
}

/** Results of usbmuxd (usbmuxd-proto.h). */
const result = { ok: 0, badDevice: 2, refused: 3 } as const;
const ANSWER_MS = 5_000;
/** How often usbmuxd is asked whether it still answers, while it has nothing to say about devices. */
const PING_MS = 10_000;

/**
 * The computer's usbmuxd. Each call has a connection of its own: `connect` turns it into one to the device, and one call's silence
 * is then no other's.
 */
export class Usbmux {
  readonly address: UsbmuxAddress;
  readonly #limits: { readonly answerMs: number; readonly pingMs: number };

  constructor(address: UsbmuxAddress, limits = { answerMs: ANSWER_MS, pingMs: PING_MS }) {
    this.address = address;
    this.#limits = limits;
  }

  /** The devices that are there now. Throws `UsbmuxAbsent`, `UsbmuxFailure`. */
  async devices(signal: AbortSignal): Promise<readonly UsbmuxDevice[]> {
    const answer = await this.#ask({ MessageType: 'ListDevices' }, signal);
    return dictsOf(answer, 'DeviceList').flatMap(deviceOf);
  }

  /** What pairing left on this computer; undefined when it is not paired with the device. */
  async pairRecord(udid: string, signal: AbortSignal): Promise<PlistDict | undefined> {
    const { PairRecordData } = await this.#ask({ MessageType: 'ReadPairRecord', PairRecordID: udid }, signal);
    return PairRecordData instanceof Uint8Array ? readPlistDict(PairRecordData) : undefined;
  }

  /** How this computer calls itself to devices. */
  async buid(signal: AbortSignal): Promise<string> {
    return textOf(await this.#ask({ MessageType: 'ReadBUID' }, signal), 'BUID');
  }

  /** A connection to a port of the device; undefined when nobody listens there. Throws `UsbmuxFailure` when the device is gone. */
  async connect(deviceId: number, port: number, signal: AbortSignal): Promise<Duplex | undefined> {
    const socket = await this.#open(signal);
    try {
      // The port stands in network byte order, in a number that is not.
      const PortNumber = ((port & 0xff) << 8) | (port >> 8);
      const answer = await exchange(socket, { MessageType: 'Connect', DeviceID: deviceId, PortNumber }, signal, this.#limits.answerMs);
      const number = numberOf(answer, 'Number');
      if (number === result.ok) return socket;
      socket.destroy();
      if (number === result.refused) return undefined;
      throw new UsbmuxFailure(number === result.badDevice ? 'The device is gone.' : `usbmuxd answered ${number} to a connection.`);
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }

  /** All devices at once and again at each change. Ends when usbmuxd does. Throws as `devices` does. */
  async *listen(signal: AbortSignal): AsyncGenerator<readonly UsbmuxDevice[]> {
    const socket = await this.#open(signal);
    const over = new AbortController();
    const within = AbortSignal.any([signal, over.signal]);
    background(this.#untilSilent(within), (error) => within.aborted || socket.destroy(error instanceof Error ? error : undefined));
    try {
      // Those that are there already come one by one behind the answer: they are listed first, so that nobody sees them trickle in.
      const known = new Map((await this.devices(signal)).map((each) => [each.deviceId, each]));
      const answer = await exchange(socket, { MessageType: 'Listen' }, signal, this.#limits.answerMs);
      if (numberOf(answer, 'Number') !== result.ok) throw new UsbmuxFailure('usbmuxd does not tell who comes and goes.');
      yield [...known.values()];
      for (;;) {
        const notice = await readUsbmuxMessage(socket, signal);
        const deviceId = numberOf(notice, 'DeviceID') ?? -1;
        const [device] = deviceOf(notice);
        const isKnown = known.has(deviceId);
        if (textOf(notice, 'MessageType') === 'Detached') known.delete(deviceId);
        else if (device !== undefined) known.set(deviceId, device);
        if (isKnown !== known.has(deviceId)) yield [...known.values()];
      }
    } finally {
      over.abort();
      socket.destroy();
    }
  }

  /** A stopped usbmuxd looks like one with nothing to tell. Rejects when it is that. */
  async #untilSilent(signal: AbortSignal): Promise<never> {
    for (;;) {
      await pause(this.#limits.pingMs, undefined, { signal });
      await this.devices(signal);
    }
  }

  async #ask(body: PlistDict, signal: AbortSignal): Promise<PlistDict> {
    const socket = await this.#open(signal);
    try {
      return await exchange(socket, body, signal, this.#limits.answerMs);
    } finally {
      socket.destroy();
    }
  }

  async #open(signal: AbortSignal): Promise<Socket> {
    signal.throwIfAborted();
    const socket = connect({ ...this.address, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MS });
    try {
      await once(socket, 'connect', { signal: AbortSignal.any([signal, timeoutSignal(this.#limits.answerMs)]) });
    } catch (cause) {
      socket.destroy();
      signal.throwIfAborted();
      throw new UsbmuxAbsent(`No usbmuxd answers at ${addressText(this.address)}.`, { cause });
    }
    // Whoever reads or writes sees it broken; without a listener, Node would end the program.
    socket.on('error', () => undefined);
    return socket;
  }
}

async function exchange(socket: Socket, body: PlistDict, signal: AbortSignal, answerMs: number): Promise<PlistDict> {
  const patience = timeoutSignal(answerMs);
  socket.write(usbmuxMessage(body, 1));
  try {
    return await readUsbmuxMessage(socket, AbortSignal.any([signal, patience]));
  } catch (cause) {
    signal.throwIfAborted();
    if (patience.aborted) throw new UsbmuxFailure(`usbmuxd did not answer to ${textOf(body, 'MessageType')} within ${answerMs / 1000} s.`);
    if (cause instanceof PlistError) throw new UsbmuxFailure(`usbmuxd said what is no answer: ${cause.message}`, { cause });
    throw cause;
  }
}

/** The device that an `Attached` notice, or an entry of the list, tells of. */
function deviceOf(notice: PlistDict): readonly UsbmuxDevice[] {
  const about = dictOf(notice, 'Properties');
  const deviceId = numberOf(notice, 'DeviceID');
  const udid = textOf(about, 'SerialNumber');
  if (deviceId === undefined || udid === '') return [];
  return [{ deviceId, udid, way: textOf(about, 'ConnectionType') === 'Network' ? 'Network' : 'USB' }];
}

/** Length (with this header), version, type and tag, 4 bytes each, little-endian. Source: libimobiledevice/usbmuxd, src/usbmuxd-proto.h. */
const HEADER_BYTES = 16;
const PLIST_VERSION = 1;
const PLIST_TYPE = 8;
/** The longest answer is a list of devices, or a pair record of some 10 kB. */
const MAX_BYTES = 4 << 20;

export function usbmuxMessage(body: PlistDict, tag: number): Buffer {
  const plist = writeXmlPlist({ ClientVersionString: 'laglens', ProgName: 'laglens', kLibUSBMuxVersion: 3, ...body });
  const header = Buffer.alloc(HEADER_BYTES);
  [HEADER_BYTES + plist.length, PLIST_VERSION, PLIST_TYPE, tag].forEach((value, n) => {
    header.writeUInt32LE(value, n * 4);
  });
  return Buffer.concat([header, plist]);
}

/** The next message. Throws `PlistError` for what is none, `ConnectionEnded` at the stream's end. */
export async function readUsbmuxMessage(stream: Duplex, signal: AbortSignal): Promise<PlistDict> {
  const header = await readExactly(stream, HEADER_BYTES, signal);
  const length = header.readUInt32LE(0);
  if (length < HEADER_BYTES || length > MAX_BYTES) throw new PlistError(`usbmuxd announced a message of ${length} bytes.`);
  return readPlistDict(await readExactly(stream, length - HEADER_BYTES, signal));
}
