import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { explain } from '../../core/errors.ts';
import { background } from '../../core/guarded.ts';
import { mayBeWriter } from '../../host/capture/writer-id.ts';
import type { Device, DeviceProvider } from '../../host/devices/device.ts';
import { kindFacts } from '../../host/devices/device-kinds.ts';
import { timeoutSignal } from '../../host/time-limits.ts';
import type { Log } from '../surface/log.ts';
import { offerUndo } from './device-changes.ts';
import type { SignedCopyNote, SignedCopyRegistry } from './signed-copies.ts';

const DEVICE_MS = 20_000;
/** The extension host of a reloaded window may outlive the start of the next one. */
const RELOAD_MS = 5_000;

interface OfferServices {
  readonly notes: SignedCopyRegistry;
  readonly log: Log;
  providers(): readonly DeviceProvider[];
  report(error: unknown): void;
}

/** Offers once per window to restore apps whose signed copies closed windows left behind. */
export class RestoreOffers {
  readonly #services: OfferServices;
  readonly #offered = new Set<string>();

  constructor(services: OfferServices) {
    this.#services = services;
  }

  /** For devices connected now. Never throws. */
  async offerAll(): Promise<void> {
    // Listing devices runs programs that an untrusted folder may have named.
    if (!vscode.workspace.isTrusted || this.#services.notes.all.length === 0) return;
    for (const waitMs of [0, RELOAD_MS]) {
      await pause(waitMs, undefined, { ref: false });
      const left = await this.#abandoned();
      for (const id of new Set(left.map(({ device }) => device))) {
        const device = await this.#find(id);
        if (device !== undefined) await this.offerOn(device, undefined);
      }
    }
  }

  /**
   * For one device. Never throws.
   * @param except app about to be captured; its copy is offered after that
   */
  async offerOn(device: Device, except: string | undefined): Promise<void> {
    const { notes, log } = this.#services;
    for (const copy of await this.#abandoned()) {
      if (copy.device !== device.row.id || copy.app === except) continue;
      this.#offered.add(keyOf(copy));
      try {
        const undo = await device.undoOf?.(copy, (line) => log.info(line), timeoutSignal(DEVICE_MS));
        if (undo === undefined) {
          log.info(`${copy.name} was installed again since a signed copy was left on ${device.row.name}.`);
          notes.gone(copy);
        } else {
          const what = vscode.l10n.t('{0} on {1} is still the instrumented copy. Restore the original?', copy.name, device.row.name);
          const run = (signal: AbortSignal): Promise<void> => this.#restore(copy, () => undo.run(signal));
          background(offerUndo({ ...undo, what, label: vscode.l10n.t('Restore'), run }), (error) => this.#services.report(error));
        }
      } catch (error) {
        this.#offered.delete(keyOf(copy));
        log.warn(`Whether ${copy.name} is still a signed copy could not be seen: ${explain(error)}`);
      }
    }
  }

  async #restore(copy: SignedCopyNote, run: () => Promise<void>): Promise<void> {
    // A capture may have begun while the message was open.
    if (this.#services.notes.has(copy)) return await run();
    throw new vscode.CancellationError();
  }

  async #abandoned(): Promise<readonly SignedCopyNote[]> {
    const fresh = this.#services.notes.all.filter((copy) => !this.#offered.has(keyOf(copy)));
    const isHeld = await Promise.all(fresh.map(({ pid, placedMs }) => mayBeWriter(pid, placedMs)));
    return fresh.filter((_, n) => isHeld[n] === false);
  }

  async #find(id: string): Promise<Device | undefined> {
    for (const provider of this.#services.providers()) {
      if (!kindFacts[provider.kind].keepsCopies) continue;
      try {
        const rows = await provider.rows(timeoutSignal(DEVICE_MS));
        const row = rows.find((each) => each.id === id && each.problem === undefined);
        if (row !== undefined) return await provider.open(id, timeoutSignal(DEVICE_MS));
      } catch (error) {
        this.#services.log.warn(`The device ${id} could not be checked: ${explain(error)}`);
      }
    }
    return undefined;
  }
}

function keyOf({ device, app, placedMs }: SignedCopyNote): string {
  return [device, app, placedMs].join(' ');
}
