import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError } from '../../../core/errors.ts';
import { background } from '../../../core/guarded.ts';
import { phrase } from '../../../core/text/phrase.ts';
import type { AgentFiles } from '../agent-files.ts';
import type { BootOptions, Device, DeviceProvider, DeviceRow, Disposable } from '../device.ts';
import { Xcrun, type XcrunSettings } from '../ios/xcode/xcrun/xcrun.ts';
import { mistakeRow, problemRow } from '../problem-row.ts';
import { KnownAgents } from './agents.ts';
import { Simctl } from './simctl.ts';
import { SimulatorDevice } from './simulator-device.ts';
import { simulatorRow } from './simulator-list.ts';

export interface SimulatorSettings extends XcrunSettings {
  readonly workspaceFolders?: readonly string[];
  /** Defaults to the user's. */
  readonly derivedData?: string;
  /** Folder of Xcodes. */
  readonly applications?: string;
  /** Time for the port of a deployed agent and of an embedded one. */
  readonly landingTimeoutMs?: number;
  readonly carriedTimeoutMs?: number;
}

const NAME = 'iOS simulators';
const POLL_MS = 3_000;
/** Xcode is missing or fails. */
const TROUBLE_POLL_MS = 15_000;
/** Including the hello, a verdict takes at most 10 s. */
const AGENT_WAIT_MS = 8_000;
const EMBEDDED_AGENT_WAIT_MS = 3_000;

export class SimulatorProvider implements DeviceProvider {
  readonly kind = 'simulator';
  readonly #files: AgentFiles;
  readonly #settings: SimulatorSettings;
  readonly #xcrun: Xcrun;
  readonly #simctl: Simctl;
  readonly #agents = new KnownAgents();
  /** Those that this program booted. */
  readonly #bootedMs = new Map<string, number>();

  constructor(files: AgentFiles, settings: SimulatorSettings) {
    this.#files = files;
    this.#settings = settings;
    this.#xcrun = new Xcrun(settings);
    this.#simctl = new Simctl(this.#xcrun);
  }

  watch(listener: (rows: readonly DeviceRow[]) => void): Disposable {
    const stopper = new AbortController();
    background(this.#follow(listener, stopper.signal), (error) => listener([mistakeRow('simulator', NAME, error)]));
    return { dispose: () => stopper.abort() };
  }

  async rows(signal: AbortSignal): Promise<readonly DeviceRow[]> {
    try {
      const rows = (await this.#simctl.simulators(signal)).map(simulatorRow);
      return rows.length === 0 ? [noSimulator] : rows;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof LaglensError)) throw error;
      if (error.code === 'xcode-missing' && !(await this.#isXcodeWanted())) return [];
      return [problemRow('simulator', NAME, { code: error.code, why: error.message, next: error.next })];
    }
  }

  async boot(id: string, options: BootOptions): Promise<void> {
    await bootSimulator(id, this.#simctl, options);
    this.#bootedMs.set(id, performance.now());
  }

  async open(id: string, signal: AbortSignal): Promise<Device> {
    const row = (await this.#simctl.simulators(signal)).map(simulatorRow).find((each) => each.id === id);
    if (row === undefined) {
      throw new LaglensError({
        code: 'device-not-found',
        message: phrase`There is no simulator ${id}.`,
        next: phrase`Pick another one, or make one in Xcode (Window, Devices and Simulators; Device Hub in Xcode 27).`,
        action: 'pickDevice',
      });
    }
    if (row.problem !== undefined) {
      const { code, why, next } = row.problem;
      throw new LaglensError({ code, message: phrase`${row.name} (${row.detail}) cannot be used: ${why}.`, next, action: 'pickDevice' });
    }
    const {
      workspaceFolders = [],
      derivedData,
      landingTimeoutMs = AGENT_WAIT_MS,
      carriedTimeoutMs = EMBEDDED_AGENT_WAIT_MS,
    } = this.#settings;
    return new SimulatorDevice(row, {
      simctl: this.#simctl,
      xcrun: this.#xcrun,
      files: this.#files,
      agents: this.#agents,
      bootedMs: this.#bootedMs.get(id),
      landingTimeoutMs,
      carriedTimeoutMs,
      places: { workspaceFolders, ...(derivedData === undefined ? {} : { derivedData }) },
    });
  }

  /** Many Macs have only the Command Line Tools; Android developers need no warning there. */
  async #isXcodeWanted(): Promise<boolean> {
    const { xcrunPath, applications = '/Applications' } = this.#settings;
    if (xcrunPath !== '') return true;
    const names = await readdir(applications).catch((): readonly string[] => []);
    return names.some((name) => /^Xcode.*\.app$/.test(name));
  }

  /** simctl has no events, so it is polled. */
  async #follow(listener: (rows: readonly DeviceRow[]) => void, signal: AbortSignal): Promise<void> {
    let shown = '';
    while (!signal.aborted) {
      const rows = await this.rows(signal).catch((error: unknown) => {
        if (signal.aborted) return undefined;
        return [mistakeRow('simulator', NAME, error)];
      });
      if (rows === undefined || signal.aborted) return;
      const now = JSON.stringify(rows);
      if (now !== shown) listener(rows);
      shown = now;
      const isTrouble = rows.length === 0 || rows.some(({ id }) => id === this.kind);
      await pause(isTrouble ? TROUBLE_POLL_MS : POLL_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

const noSimulator = problemRow('simulator', NAME, {
  code: 'device-none',
  why: phrase`there is none`,
  next: phrase`Get an iOS system for simulators in Xcode (Settings, Components), then make a simulator (Window, Devices and Simulators; Device Hub in Xcode 27).`,
});

/** Waits until apps can be started; an abandoned start continues. @throws LaglensError */
async function bootSimulator(udid: string, simctl: Simctl, { progress, signal }: BootOptions): Promise<void> {
  progress(phrase`Booting the simulator`);
  await simctl.boot(udid, signal);
  progress(phrase`Waiting for the simulator`);
  await simctl.booted(udid, (what) => progress(phrase`Waiting for the simulator: ${what}`), signal);
  const found = (await simctl.simulators(signal)).find((each) => each.udid === udid);
  const state = found?.state ?? 'gone';
  if (state === 'Booted') return;
  throw new LaglensError({
    code: 'device-offline',
    message: phrase`The simulator did not come up: it is in the state “${state}”.`,
    next: phrase`Start it in Simulator (Device Hub in Xcode 27) to see what keeps it, then try again.`,
    action: 'retry',
  });
}
