import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceRow } from '../device.ts';
import { mistakeRow } from '../problem-row.ts';
import { RowRefresher } from '../row-refresher.ts';
import { askXcode, deviceRows, knownDevices, troubleRow, type XcodeView } from './ios-device-list.ts';
import { isDeviceFailure } from './protocol/device-failure.ts';
import { type Usbmux, UsbmuxAbsent, type UsbmuxDevice } from './protocol/usbmux/usbmux.ts';
import type { Devicectl } from './xcode/devicectl/devicectl.ts';

interface WatchOptions {
  readonly usbmux: Usbmux;
  readonly devicectl: Devicectl;
  readonly listener: (rows: readonly DeviceRow[]) => void;
  readonly signal: AbortSignal;
}

const RETRY_MS = 3_000;
/** Wi-Fi devices appear without an event. */
const XCODE_MS = 30_000;

/** Runs until aborted. Failures become a row or an empty list. */
export async function watchDevices(options: WatchOptions): Promise<void> {
  const watch = new Watch(options);
  try {
    await Promise.all([watch.followUsbmux(), watch.followXcode()]);
  } finally {
    watch.stop();
  }
}

class Watch {
  readonly #options: WatchOptions;
  readonly #rows: RowRefresher;
  #attached: readonly UsbmuxDevice[] | undefined;
  #xcode: XcodeView | undefined;
  #askXcodeNow: AbortController | undefined;

  constructor(options: WatchOptions) {
    const { listener, signal } = options;
    this.#options = options;
    this.#rows = new RowRefresher({
      rows: () => this.#askRows(),
      mayChange: (rows) => this.#mayChange(rows),
      listener,
      failed: (error) => listener([isDeviceFailure(error) ? troubleRow(error) : mistakeRow('ios', 'iPhones and iPads', error)]),
      signal,
    });
  }

  async followUsbmux(): Promise<void> {
    const { usbmux, signal, listener } = this.#options;
    while (!signal.aborted) {
      try {
        for await (const devices of usbmux.listen(signal)) {
          this.#attached = devices;
          this.#askXcodeNow?.abort();
          this.#show();
        }
      } catch (error) {
        if (signal.aborted) return;
        if (!isDeviceFailure(error)) throw error;
        this.#attached = [];
        if (error instanceof UsbmuxAbsent) this.#show();
        else listener([troubleRow(error)]);
      }
      await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async followXcode(): Promise<void> {
    const { devicectl, signal } = this.#options;
    while (!signal.aborted) {
      try {
        const now = new AbortController();
        this.#askXcodeNow = now;
        this.#xcode = await askXcode(devicectl, signal);
        this.#show();
        await pause(XCODE_MS, undefined, { signal: AbortSignal.any([signal, now.signal]) }).catch(() => undefined);
      } catch (error) {
        if (signal.aborted) return;
        throw error;
      }
    }
  }

  stop(): void {
    this.#rows.stop();
  }

  #show(): void {
    if (this.#attached !== undefined) this.#rows.refresh();
  }

  async #askRows(): Promise<readonly DeviceRow[]> {
    const { usbmux, signal } = this.#options;
    return deviceRows(await knownDevices(usbmux, this.#attached ?? [], this.#xcode, signal), this.#xcode);
  }

  #mayChange(rows: readonly DeviceRow[]): boolean {
    const isUnready = ({ id, problem }: DeviceRow): boolean => id !== 'ios' && problem !== undefined && problem.code !== 'device-too-old';
    return this.#attached !== undefined && this.#attached.length > 0 && rows.some(isUnready);
  }
}
