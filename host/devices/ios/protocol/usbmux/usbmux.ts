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

/** An entry per USB or network connection. */
export interface UsbmuxDevice {
  /** Changes with each connection. */
  readonly deviceId: number;
  readonly udid: string;
  readonly way: 'USB' | 'Network';
}

/** This computer has no usbmuxd. */
export class UsbmuxAbsent extends DeviceFailure {
  override readonly name = 'UsbmuxAbsent';
}

/** A refusal or an invalid answer. */
export class UsbmuxFailure extends DeviceFailure {
  override readonly name = 'UsbmuxFailure';
}

/** usbmuxd-proto.h. */
const result = { ok: 0, badDevice: 2, refused: 3 } as const;
const ANSWER_MS = 5_000;
/** Interval of checks during silence. */
const PING_MS = 10_000;

/** The computer's usbmuxd. Each call has its own connection, as `connect` hands it over to the device. */
export class Usbmux {
  readonly address: UsbmuxAddress;
  readonly #limits: { readonly answerMs: number; readonly pingMs: number };

  constructor(address: UsbmuxAddress, limits = { answerMs: ANSWER_MS, pingMs: PING_MS }) {
    this.address = address;
    this.#limits = limits;
  }

  /** @throws UsbmuxAbsent, UsbmuxFailure */
  async devices(signal: AbortSignal): Promise<readonly UsbmuxDevice[]> {
    const answer = await this.#ask({ MessageType: 'ListDevices' }, signal);
    return dictsOf(answer, 'DeviceList').flatMap(deviceOf);
  }

  /** Undefined for unpaired devices. */
  async pairRecord(udid: string, signal: AbortSignal): Promise<PlistDict | undefined> {
    const { PairRecordData } = await this.#ask({ MessageType: 'ReadPairRecord', PairRecordID: udid }, signal);
    return PairRecordData instanceof Uint8Array ? readPlistDict(PairRecordData) : undefined;
  }

  /** This computer's name for devices. */
  async buid(signal: AbortSignal): Promise<string> {
    return textOf(await this.#ask({ MessageType: 'ReadBUID' }, signal), 'BUID');
  }

  /** Undefined without a listener. @throws UsbmuxFailure when the device is gone */
  async connect(deviceId: number, port: number, signal: AbortSignal): Promise<Duplex | undefined> {
    const socket = await this.#open(signal);
    try {
      // In network byte order within a little-endian number.
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

  /** Yields all devices at each change and ends with usbmuxd. Throws like `devices`. */
  async *listen(signal: AbortSignal): AsyncGenerator<readonly UsbmuxDevice[]> {
    const socket = await this.#open(signal);
    const over = new AbortController();
    const within = AbortSignal.any([signal, over.signal]);
    background(this.#untilSilent(within), (error) => within.aborted || socket.destroy(error instanceof Error ? error : undefined));
    try {
      // usbmuxd reports present devices one by one, so they are listed first.
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

  /** Rejects when usbmuxd no longer answers; silence alone is normal. */
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
    // Readers notice errors; without a listener Node would exit.
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

/** From an `Attached` notice or a list entry. */
function deviceOf(notice: PlistDict): readonly UsbmuxDevice[] {
  const about = dictOf(notice, 'Properties');
  const deviceId = numberOf(notice, 'DeviceID');
  const udid = textOf(about, 'SerialNumber');
  if (deviceId === undefined || udid === '') return [];
  return [{ deviceId, udid, way: textOf(about, 'ConnectionType') === 'Network' ? 'Network' : 'USB' }];
}

/**
 * Length with header, version, type and tag in 4 little-endian bytes each. Source: libimobiledevice/usbmuxd,
 * src/usbmuxd-proto.h.
 */
const HEADER_BYTES = 16;
const PLIST_VERSION = 1;
const PLIST_TYPE = 8;
/** A list of devices, or a pair record of some 10 kB. */
const MAX_BYTES = 4 << 20;

export function usbmuxMessage(body: PlistDict, tag: number): Buffer {
  const plist = writeXmlPlist({ ClientVersionString: 'laglens', ProgName: 'laglens', kLibUSBMuxVersion: 3, ...body });
  const header = Buffer.alloc(HEADER_BYTES);
  [HEADER_BYTES + plist.length, PLIST_VERSION, PLIST_TYPE, tag].forEach((value, n) => {
    header.writeUInt32LE(value, n * 4);
  });
  return Buffer.concat([header, plist]);
}

/** @throws PlistError for other data, ConnectionEnded at the end */
export async function readUsbmuxMessage(stream: Duplex, signal: AbortSignal): Promise<PlistDict> {
  const header = await readExactly(stream, HEADER_BYTES, signal);
  const length = header.readUInt32LE(0);
  if (length < HEADER_BYTES || length > MAX_BYTES) throw new PlistError(`usbmuxd announced a message of ${length} bytes.`);
  return readPlistDict(await readExactly(stream, length - HEADER_BYTES, signal));
}
