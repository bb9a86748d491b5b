import { setTimeout as pause } from 'node:timers/promises';
import { background, guarded } from '../../../core/guarded.ts';
import type { DeviceRow } from '../device.ts';
import { mistakeRow } from '../mistake-row.ts';
import { askXcode, deviceRows, knownDevices, troubleRow, type XcodeView } from './ios-device-list.ts';
import { isDeviceFailure } from './protocol/device-failure.ts';
import { type Usbmux, UsbmuxAbsent, type UsbmuxDevice } from './protocol/usbmux/usbmux.ts';
import type { Devicectl } from './xcode/devicectl/devicectl.ts';

export interface WatchOptions {
  readonly usbmux: Usbmux;
  readonly devicectl: Devicectl;
  readonly listener: (rows: readonly DeviceRow[]) => void;
  readonly signal: AbortSignal;
}

const RETRY_MS = 3_000;
/** usbmuxd tells when a device comes and goes, but not when it is unlocked, trusted or made ready for developers. */
const ASK_AGAIN_MS = 3_000;
/** Xcode is asked when devices come and go, and now and then: what it reaches by Wi-Fi comes without a word. */
const XCODE_MS = 30_000;

/** Follows devices until the signal says stop. Never rejects for what can be wrong with them: that becomes a row, or an empty list. */
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
  #attached: readonly UsbmuxDevice[] | undefined;
  #xcode: XcodeView | undefined;
  #turn = 0;
  #again: NodeJS.Timeout | undefined;
  #askXcodeNow: AbortController | undefined;

  constructor(options: WatchOptions) {
    this.#options = options;
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
    this.#turn++;
    clearTimeout(this.#again);
  }

  /** Asks the devices, and tells; what a later turn knows better is not told any more. */
  #show(): void {
    if (this.#attached === undefined) return;
    const mine = ++this.#turn;
    clearTimeout(this.#again);
    background(this.#report(mine, this.#attached), (error) => {
      if (mine !== this.#turn || this.#options.signal.aborted) return;
      this.#options.listener([isDeviceFailure(error) ? troubleRow(error) : mistakeRow('ios', 'iPhones and iPads', error)]);
    });
  }

  async #report(mine: number, attached: readonly UsbmuxDevice[]): Promise<void> {
    const { usbmux, listener, signal } = this.#options;
    const rows = deviceRows(await knownDevices(usbmux, attached, this.#xcode, signal), this.#xcode);
    if (mine !== this.#turn || signal.aborted) return;
    listener(rows);
    const mayChange = rows.some(({ id, problem }) => id !== 'ios' && problem !== undefined && problem.code !== 'device-too-old');
    if (mayChange && attached.length > 0)
      this.#again = setTimeout(
        guarded(
          () => this.#show(),
          (error) => listener([mistakeRow('ios', 'iPhones and iPads', error)]),
        ),
        ASK_AGAIN_MS,
      );
  }
}
