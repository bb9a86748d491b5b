import { LaglensError } from '../../../core/errors.ts';
import { background } from '../../../core/guarded.ts';
import { phrase } from '../../../core/text/phrase.ts';
import type { AgentFiles } from '../agent-files.ts';
import type { Device, DeviceProvider, DeviceRow, Disposable } from '../device.ts';
import { deviceTexts } from '../device-texts.ts';
import { problemRow } from '../problem-row.ts';
import { adbAddress } from './adb/adb-address.ts';
import { findAdb, thisComputer } from './adb/find-adb.ts';
import { listDevices } from './adb/list-devices.ts';
import { forWindow, remoteHint } from './adb/remote-hint.ts';
import { AdbServer, type AdbServerSettings } from './adb/server.ts';
import { AndroidDevice, type AndroidDeviceSettings } from './android-device.ts';
import { deviceRow } from './android-facts.ts';
import { ANDROID_ROW_NAME, rowsOf, troubleRow, watchDevices } from './watch-android-devices.ts';
import { AndroidWifi } from './wifi/android-wifi.ts';

export interface AndroidSettings extends AndroidDeviceSettings {
  /** Empty: searched. */
  readonly adbPath: string;
  /** HOST:PORT; empty: adb's default. */
  readonly adbServer: string;
  /** The remote window's kind ("ssh-remote", "wsl", "dev-container"): the phone is at another computer. */
  readonly remote?: string | undefined;
  readonly environment?: NodeJS.ProcessEnv;
  readonly limits?: AdbServerSettings['limits'];
}

export class AndroidProvider implements DeviceProvider {
  readonly kind = 'android';
  readonly wifi = new AndroidWifi(() => this.server());
  readonly #files: AgentFiles;
  readonly #settings: AndroidSettings;

  constructor(files: AgentFiles, settings: AndroidSettings) {
    this.#files = files;
    this.#settings = settings;
  }

  watch(listener: (rows: readonly DeviceRow[]) => void): Disposable {
    const stopper = new AbortController();
    background(watchDevices({ server: () => this.server(), noDevice: this.#noDevice(), listener, signal: stopper.signal }), (error) =>
      listener([troubleRow(error)]),
    );
    return { dispose: () => stopper.abort() };
  }

  async rows(signal: AbortSignal): Promise<readonly DeviceRow[]> {
    try {
      const server = this.server();
      await server.ensure(signal);
      return await rowsOf(server, await listDevices(server, signal), this.#noDevice(), signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LaglensError) return [troubleRow(error)];
      throw error;
    }
  }

  async open(id: string, signal: AbortSignal): Promise<Device> {
    const server = this.server();
    await server.ensure(signal);
    const listed = (await listDevices(server, signal)).find((each) => each.serial === id);
    if (listed === undefined) {
      throw new LaglensError({
        code: 'device-not-found',
        message: phrase`The device ${id} is not connected.`,
        next: deviceTexts.connectIt,
        action: 'pickDevice',
      });
    }
    const row = await deviceRow(server, listed, signal);
    // Attaching works behind a locked screen.
    if (row.problem !== undefined && row.problem.code !== 'device-locked') {
      const { code, why, next } = row.problem;
      throw new LaglensError({
        code,
        message: row.name === id ? phrase`${id} cannot be used: ${why}.` : phrase`${row.name} (${id}) cannot be used: ${why}.`,
        next,
        action: 'pickDevice',
        output: listed.remark,
      });
    }
    return new AndroidDevice(row, server, this.#files, this.#settings);
  }

  /** @throws LaglensError for an invalid setting */
  server(): AdbServer {
    const { adbPath, adbServer, environment = process.env, remote, limits, workspaceFolders } = this.#settings;
    return new AdbServer(adbAddress(adbServer, environment), { adbPath, environment, remote, limits, workspaceFolders });
  }

  /** A running server needs no program. @throws LaglensError */
  async adbProgram(): Promise<string> {
    const { adbPath, environment = process.env, remote, workspaceFolders } = this.#settings;
    try {
      return await findAdb(adbPath, thisComputer(environment, workspaceFolders));
    } catch (error) {
      throw forWindow(error, remote);
    }
  }

  #noDevice(): DeviceRow {
    const { remote } = this.#settings;
    const here = phrase`Plug in a phone with “USB debugging” on (Settings, System, Developer options), or start an emulator.`;
    const next = remote === undefined ? here : phrase`${here} ${remoteHint(remote)}`;
    return problemRow('android', ANDROID_ROW_NAME, { code: 'device-none', why: phrase`no phone or emulator is connected`, next });
  }
}
