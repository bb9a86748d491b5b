import type * as vscode from 'vscode';
import { guarded } from '../../core/guarded.ts';
import type { DeviceProvider, DeviceRow, Disposable } from '../../host/devices/device.ts';
import { isThisComputer } from '../../host/devices/device-kinds.ts';
import { type Connection, connectionOf } from '../../host/diagnose/connect-guide.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';

export interface WatchedDevices {
  readonly all: readonly DeviceProvider[];
  readonly onDidChange: vscode.Event<void>;
  /** The remote window's kind. */
  readonly remote: string | undefined;
}

/** Follows phones while the page teaches how to connect one. */
export class PhoneWatch {
  readonly #devices: WatchedDevices;
  readonly #changed: () => void;
  #rows: ReadonlyMap<DeviceProvider, readonly DeviceRow[]> = new Map();
  #watches: readonly Disposable[] = [];
  #wanted: string | undefined;

  /** @param changed reads `connection` */
  constructor(devices: WatchedDevices, changed: () => void) {
    this.#devices = devices;
    this.#changed = guarded(changed, unexpected);
  }

  /** Undefined until all kinds of phones were listed once. */
  get connection(): Connection {
    if (this.#watches.length === 0 || this.#rows.size < this.#watches.length) return undefined;
    return connectionOf([...this.#rows.values()].flat(), { wanted: this.#wanted, remote: this.#devices.remote });
  }

  get isWatching(): boolean {
    return this.#watches.length > 0;
  }

  /** @param wanted id or name of the only device that counts */
  start(wanted: string | undefined): void {
    this.stop();
    this.#wanted = wanted;
    const rows = new Map<DeviceProvider, readonly DeviceRow[]>();
    this.#rows = rows;
    const phones = this.#devices.all.filter((provider) => !isThisComputer(provider));
    this.#watches = phones.map((provider) =>
      provider.watch((seen) => {
        rows.set(provider, seen);
        // Not of an earlier watch.
        if (this.#rows === rows && rows.size === phones.length) this.#changed();
      }),
    );
  }

  stop(): void {
    for (const watch of this.#watches) watch.dispose();
    this.#watches = [];
    this.#rows = new Map();
  }
}
