import { LaglensError } from '../../../core/errors.ts';
import { background } from '../../../core/guarded.ts';
import { phrase } from '../../../core/text/phrase.ts';
import type { AgentFiles } from '../agent-files.ts';
import type { Device, DeviceProvider, DeviceRow, Disposable, SignedCopyRecorder } from '../device.ts';
import { mistakeRow } from '../problem-row.ts';
import { IosDevice, routesToDevice } from './ios-device.ts';
import { askXcode, attachedDevices, deviceRows, knownDevices, troubleRow } from './ios-device-list.ts';
import { Iphone, isSameUdid } from './phone/iphone.ts';
import { isDeviceFailure } from './protocol/device-failure.ts';
import { Usbmux } from './protocol/usbmux/usbmux.ts';
import { usbmuxAddress } from './protocol/usbmux/usbmux-address.ts';
import type { Route } from './routes/route.ts';
import { watchDevices } from './watch-ios-devices.ts';
import { Devicectl } from './xcode/devicectl/devicectl.ts';
import { Xcrun, type XcrunSettings } from './xcode/xcrun/xcrun.ts';

interface IosSettings extends XcrunSettings {
  readonly workspaceFolders?: readonly string[];
  /** Defaults to the user's. */
  readonly derivedData?: string;
  /** Folder of Xcodes with developer images for iOS 15 and 16; `/Applications` by default. */
  readonly applications?: string;
}

/** iPhones and iPads of the user's usbmuxd and Xcode. Without usbmuxd there are none. */
export class IosProvider implements DeviceProvider {
  readonly kind = 'ios';
  readonly #files: AgentFiles;
  readonly #settings: IosSettings;
  readonly #notes: SignedCopyRecorder | undefined;
  readonly #usbmux: Usbmux;
  readonly #xcrun: Xcrun;
  readonly #devicectl: Devicectl;
  /** Keyed by UDID. */
  readonly #routes = new Map<string, readonly Route[]>();

  /** @param notes remembers copies left on devices, beyond this program */
  constructor(files: AgentFiles, settings: IosSettings, notes?: SignedCopyRecorder) {
    this.#files = files;
    this.#settings = settings;
    this.#notes = notes;
    this.#usbmux = new Usbmux(usbmuxAddress(settings.environment ?? process.env));
    this.#xcrun = new Xcrun(settings);
    this.#devicectl = new Devicectl(this.#xcrun);
  }

  watch(listener: (rows: readonly DeviceRow[]) => void): Disposable {
    const stopper = new AbortController();
    const { signal } = stopper;
    background(watchDevices({ usbmux: this.#usbmux, devicectl: this.#devicectl, listener, signal }), (error) =>
      listener([mistakeRow('ios', 'iPhones and iPads', error)]),
    );
    return { dispose: () => stopper.abort() };
  }

  async rows(signal: AbortSignal): Promise<readonly DeviceRow[]> {
    try {
      const [attached, xcode] = await Promise.all([attachedDevices(this.#usbmux, signal), askXcode(this.#devicectl, signal)]);
      return deviceRows(await knownDevices(this.#usbmux, attached, xcode, signal), xcode);
    } catch (error) {
      signal.throwIfAborted();
      return [troubleRow(error)];
    }
  }

  async open(id: string, signal: AbortSignal): Promise<Device> {
    const [attached, xcode] = await Promise.all([this.#attached(signal), askXcode(this.#devicectl, signal)]);
    const known = await knownDevices(this.#usbmux, attached, xcode, signal);
    const facts = known.find((each) => isSameUdid(each.udid, id));
    const row = deviceRows(known, xcode).find((each) => isSameUdid(each.id, id));
    if (facts === undefined || row === undefined) {
      throw new LaglensError({
        code: 'device-not-found',
        message: phrase`The device ${id} is not connected.`,
        next: phrase`Connect it by cable, or pick another one.`,
        action: 'pickDevice',
      });
    }
    // Embedded agents answer behind a locked screen.
    if (row.problem !== undefined && row.problem.code !== 'device-locked') {
      const { code, why, next } = row.problem;
      throw new LaglensError({ code, message: phrase`${row.name} (${id}) cannot be used: ${why}.`, next, action: 'pickDevice' });
    }
    const { workspaceFolders = [], derivedData, applications } = this.#settings;
    const routes = this.#routes.get(facts.udid) ?? routesToDevice();
    this.#routes.set(facts.udid, routes);
    return new IosDevice(row, {
      facts,
      iphone: new Iphone(this.#usbmux, facts.udid),
      xcrun: this.#xcrun,
      devicectl: this.#devicectl,
      xcodeTrouble: 'trouble' in xcode ? xcode.trouble : undefined,
      files: this.#files,
      xcodes: { xcrun: this.#xcrun, ...(applications === undefined ? {} : { applications }) },
      routes,
      ...(this.#notes === undefined ? {} : { notes: this.#notes }),
      places: { workspaceFolders, ...(derivedData === undefined ? {} : { derivedData }) },
    });
  }

  async #attached(signal: AbortSignal): ReturnType<typeof attachedDevices> {
    try {
      return await attachedDevices(this.#usbmux, signal);
    } catch (cause) {
      if (!isDeviceFailure(cause)) throw cause;
      const { code, why, next } = troubleRow(cause).problem ?? { code: 'usbmux-failed', why: cause.message, next: '' };
      throw new LaglensError({ code, message: why, next, action: 'retry', cause });
    }
  }
}
