import * as vscode from 'vscode';
import { messageOf } from '../../core/errors.ts';
import { background, guarded } from '../../core/guarded.ts';
import type { AppRow, Device, DeviceProvider, DeviceRow } from '../../host/devices/device.ts';
import { timeoutSignal } from '../../host/time-limits.ts';
import { localized } from '../surface/localized.ts';
import type { RowTree, TreeRow, TreeView } from '../surface/trees.ts';
import { unexpected } from '../surface/vscode/unexpected.ts';
import { AppNode, DeviceNode, listedApps, noAppsText, remarkRow, sortedDevices } from './device-rows.ts';

/** Apps of expanded devices are listed again, as no platform reports their starts and ends. */
const REFRESH_MS = 2_500;
const OPEN_MS = 20_000;

export interface DevicesTreeServices {
  providers(): readonly DeviceProvider[];
  /** The providers are others now. */
  readonly onDidChangeProviders: vscode.Event<void>;
  /** Device and app of this window's capture. */
  recorded(): { readonly device: string; readonly app: string } | undefined;
  readonly onDidChangeRecorded: vscode.Event<void>;
  readonly mayRunTools: () => boolean;
  readonly onDidGrantTrust: vscode.Event<void>;
}

interface KnownApps {
  readonly opened: Promise<Device>;
  rows: readonly AppRow[] | undefined;
  failure: string;
}

/** The view of devices and apps. Tools start, and devices are asked, only while it is visible in a trusted workspace. */
export class DevicesTree implements RowTree, vscode.Disposable {
  readonly #view: TreeView;
  readonly #services: DevicesTreeServices;
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #rows = new Map<DeviceProvider, readonly DeviceRow[]>();
  /** Keyed by row id. */
  readonly #apps = new Map<string, KnownApps>();
  /** Row ids of expanded devices; those that somebody collapsed stay so. */
  readonly #expanded = new Set<string>();
  readonly #collapsed = new Set<string>();
  /** Keys of devices whose apps are being listed. */
  readonly #reading = new Set<string>();
  #following: AbortController | undefined;

  constructor(view: TreeView, services: DevicesTreeServices) {
    this.#view = view;
    this.#services = services;
    this.#subscriptions.push(
      view.onDidChangeVisibility(guarded(() => this.#update(), unexpected)),
      services.onDidGrantTrust(guarded(() => this.#update(), unexpected)),
      services.onDidChangeProviders(guarded(() => this.#restart(), unexpected)),
      services.onDidChangeRecorded(guarded(() => this.#refresh(), unexpected)),
      view.onDidExpand(guarded(({ element }) => this.#toggled(element, true), unexpected)),
      view.onDidCollapse(guarded(({ element }) => this.#toggled(element, false), unexpected)),
    );
    this.#update();
  }

  children(of: TreeRow | undefined): readonly TreeRow[] {
    if (of === undefined) return this.#devices().map((row) => new DeviceNode(row, this.#isOpen(row)));
    return of instanceof DeviceNode && of.row.problem === undefined ? this.#appRows(of.row) : [];
  }

  dispose(): void {
    this.#stop();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #devices(): readonly DeviceRow[] {
    return sortedDevices([...this.#rows.values()].flat());
  }

  #appRows(row: DeviceRow): readonly TreeRow[] {
    const { rows, failure = '' } = this.#apps.get(keyOf(row)) ?? {};
    if (failure !== '') return [remarkRow(row, failure)];
    if (rows === undefined) return [remarkRow(row, vscode.l10n.t('reading apps…'))];
    const recorded = this.#services.recorded();
    const listed = listedApps(rows);
    if (listed.length === 0) return [remarkRow(row, noAppsText(row))];
    return listed.map((app) => new AppNode(row, app, recorded?.device === row.id && recorded.app === app.id));
  }

  /** Follows devices while somebody sees them, and only then. */
  #update(): void {
    const isWanted = this.#view.isVisible && this.#services.mayRunTools();
    if (!isWanted) this.#stop();
    else if (this.#following === undefined) this.#follow();
  }

  #restart(): void {
    this.#stop();
    this.#update();
  }

  #follow(): void {
    const following = new AbortController();
    this.#following = following;
    for (const provider of this.#services.providers()) {
      const watch = provider.watch((rows) => {
        if (following.signal.aborted) return;
        this.#rows.set(provider, rows);
        this.#devicesChanged();
      });
      following.signal.addEventListener('abort', () => watch.dispose(), { once: true });
    }
    background(this.#followApps(following.signal), unexpected);
  }

  #stop(): void {
    this.#following?.abort();
    this.#following = undefined;
    this.#rows.clear();
    this.#apps.clear();
  }

  #devicesChanged(): void {
    for (const row of this.#devices()) {
      if (this.#isOpen(row)) this.#expanded.add(keyOf(row));
    }
    this.#refresh();
    const { signal } = this.#following ?? {};
    if (signal !== undefined) background(this.#readApps(signal), unexpected);
  }

  /** A usable device is open unless somebody collapsed it. */
  #isOpen(row: DeviceRow): boolean {
    return row.problem === undefined && !this.#collapsed.has(keyOf(row));
  }

  #toggled({ shown: { id } }: TreeRow, isExpanded: boolean): void {
    if (isExpanded) this.#collapsed.delete(id);
    else this.#collapsed.add(id);
    if (isExpanded) this.#expanded.add(id);
    else this.#expanded.delete(id);
    const { signal } = this.#following ?? {};
    if (isExpanded && signal !== undefined) background(this.#readApps(signal), unexpected);
  }

  async #followApps(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#readApps(signal);
      await pauseUnlessAborted(signal);
    }
  }

  /** Lists the apps of expanded devices, each device by itself: a slow one keeps no other back. */
  async #readApps(signal: AbortSignal): Promise<void> {
    const open = this.#devices().filter((row) => row.problem === undefined && this.#expanded.has(keyOf(row)));
    await Promise.all(open.map((row) => this.#readAppsOf(row, signal)));
  }

  async #readAppsOf(row: DeviceRow, signal: AbortSignal): Promise<void> {
    const key = keyOf(row);
    if (this.#reading.has(key)) return;
    this.#reading.add(key);
    const known = this.#apps.get(key) ?? { opened: this.#open(row, signal), rows: undefined, failure: '' };
    this.#apps.set(key, known);
    const before = JSON.stringify([known.rows, known.failure]);
    try {
      known.rows = await (await known.opened).apps(signal);
      known.failure = '';
    } catch (error) {
      if (signal.aborted) return;
      known.failure = localized(messageOf(error));
      // The next attempt opens the device again.
      this.#apps.set(key, { ...known, opened: this.#open(row, signal) });
    } finally {
      this.#reading.delete(key);
    }
    if (!signal.aborted && JSON.stringify([known.rows, known.failure]) !== before) this.#refresh();
  }

  #open(row: DeviceRow, signal: AbortSignal): Promise<Device> {
    const provider = this.#services.providers().find(({ kind }) => kind === row.kind);
    if (provider === undefined) throw new RangeError(`No provider for devices of the kind ${row.kind}`);
    const opened = provider.open(row.id, AbortSignal.any([signal, timeoutSignal(OPEN_MS)]));
    // Whoever asks for its apps gets the failure.
    background(opened, () => undefined);
    return opened;
  }

  #refresh(): void {
    if (this.#view.isVisible) this.#view.refresh();
  }
}

function keyOf({ kind, id }: DeviceRow): string {
  return `${kind} ${id}`;
}

function pauseUnlessAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, REFRESH_MS);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
