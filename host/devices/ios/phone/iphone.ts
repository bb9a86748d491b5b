import type { Duplex } from 'node:stream';
import { phrase } from '../../../../core/text/phrase.ts';
import { ConnectionEnded } from '../protocol/bytes/exact-bytes.ts';
import { LOCKDOWN_PORT, Lockdown, LockdownFailure } from '../protocol/lockdown/lockdown.ts';
import { PlistChannel } from '../protocol/lockdown/plist-channel.ts';
import { type PairRecord, pairRecordOf, secure } from '../protocol/lockdown/secure.ts';
import { isDict, type PlistDict, textOf } from '../protocol/plist/value.ts';
import { Afc } from '../protocol/services/afc.ts';
import { type Usbmux, UsbmuxAbsent, type UsbmuxDevice, UsbmuxFailure } from '../protocol/usbmux/usbmux.ts';

/** A device behind usbmuxd, looked up for each question as it may be plugged in again. */
export class Iphone {
  readonly udid: string;
  readonly #usbmux: Usbmux;

  constructor(usbmux: Usbmux, udid: string) {
    this.#usbmux = usbmux;
    this.udid = udid;
  }

  /** True by cable or network. */
  async isThere(signal: AbortSignal): Promise<boolean> {
    try {
      return (await this.#device(signal)) !== undefined;
    } catch (error) {
      if (error instanceof UsbmuxAbsent || error instanceof UsbmuxFailure || error instanceof ConnectionEnded) return false;
      throw error;
    }
  }

  /** Undefined without a listener. Throws when the device is gone. */
  async port(port: number, signal: AbortSignal): Promise<Duplex | undefined> {
    return await this.#usbmux.connect((await this.#present(signal)).deviceId, port, signal);
  }

  /** Basic values, and those of `domains` for a paired computer. */
  async values(domains: readonly string[], signal: AbortSignal): Promise<DeviceValues> {
    const record = await this.#record(signal);
    const lockdown = await this.#lockdown(signal);
    try {
      const refused = record === undefined ? 'NotPaired' : await refusalOf(lockdown.startSession(record, signal));
      const basic = await lockdown.value({}, signal);
      const found: [string, PlistDict][] = [];
      for (const domain of refused === undefined ? domains : []) {
        const values = await lockdown.value({ domain }, signal);
        found.push([domain, isDict(values) ? values : {}]);
      }
      return { refused, basic: isDict(basic) ? basic : {}, domains: new Map(found) };
    } finally {
      lockdown.close();
    }
  }

  /** @throws LockdownFailure when refused */
  async service(name: string, signal: AbortSignal): Promise<Duplex> {
    const record = await this.#record(signal);
    if (record === undefined) throw new LockdownFailure(`StartService ${name}`, 'NotPaired');
    const lockdown = await this.#lockdown(signal);
    try {
      await lockdown.startSession(record, signal);
      const { port, isSecure } = await lockdown.startService(name, signal);
      const stream = await this.port(port, signal);
      if (stream === undefined) throw new LockdownFailure(`StartService ${name}`, `port ${port} is closed`);
      return isSecure ? await secure(stream, record, signal) : stream;
    } finally {
      lockdown.close();
    }
  }

  async #lockdown(signal: AbortSignal): Promise<Lockdown> {
    const stream = await this.port(LOCKDOWN_PORT, signal);
    if (stream === undefined) throw new UsbmuxFailure('The device’s lockdownd does not answer.');
    return new Lockdown(stream);
  }

  async #record(signal: AbortSignal): Promise<PairRecord | undefined> {
    const record = await this.#usbmux.pairRecord(this.udid, signal);
    return record === undefined ? undefined : pairRecordOf(record);
  }

  async #present(signal: AbortSignal): Promise<UsbmuxDevice> {
    const device = await this.#device(signal);
    if (device === undefined) throw new UsbmuxFailure('The device is gone.');
    return device;
  }

  async #device(signal: AbortSignal): Promise<UsbmuxDevice | undefined> {
    const ways = (await this.#usbmux.devices(signal)).filter((each) => isSameUdid(each.udid, this.udid));
    return ways.find(({ way }) => way === 'USB') ?? ways[0];
  }
}

export interface DeviceValues {
  /** `NotPaired`, `InvalidHostID`, `PasswordProtected`, …; undefined when granted. */
  readonly refused: string | undefined;
  readonly basic: PlistDict;
  /** Only with a session. */
  readonly domains: ReadonlyMap<string, PlistDict>;
}

/** Some programs omit the dash of newer UDIDs. */
export function isSameUdid(a: string, b: string): boolean {
  return a.replaceAll('-', '').toLowerCase() === b.replaceAll('-', '').toLowerCase();
}

async function refusalOf(session: Promise<void>): Promise<string | undefined> {
  try {
    await session;
    return undefined;
  } catch (error) {
    if (error instanceof LockdownFailure) return error.reason;
    throw error;
  }
}

const SERVICE = 'com.apple.mobile.house_arrest';

/**
 * A debuggable app's data container.
 * @throws LockdownFailure with the device's reason
 */
export async function appContainer(iphone: Iphone, bundleId: string, signal: AbortSignal): Promise<Afc> {
  const stream = await iphone.service(SERVICE, signal);
  try {
    const answer = await new PlistChannel(stream).ask({ Command: 'VendContainer', Identifier: bundleId }, signal);
    if (textOf(answer, 'Status') !== 'Complete') throw new LockdownFailure('VendContainer', textOf(answer, 'Error') || phrase`no reason`);
    return new Afc(stream);
  } catch (error) {
    stream.destroy();
    throw error;
  }
}
