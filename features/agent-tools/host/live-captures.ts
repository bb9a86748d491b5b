import { lstat, realpath } from 'node:fs/promises';
import { explain } from '../../../core/errors.ts';
import { Capture } from '../../../host/capture/capture.ts';
import type { CaptureOptions } from '../../../host/capture/capture-options.ts';
import { defaultSamplingOn } from '../../../host/capture/capture-state.ts';
import { numbered } from '../../../host/capture/place-file.ts';
import type { DeviceProvider } from '../../../host/devices/device.ts';
import { openDevice } from '../../../host/devices/open-device.ts';
import { errorCode } from '../../../host/error-code.ts';
import { ToolError } from '../core/answers/tool-error.ts';
import type { StartArguments } from '../core/tools/captures.ts';
import { InTurn } from './in-turn.ts';
import type { JudgedSession } from './judged-session.ts';
import { LiveCapture } from './live-capture.ts';
import { handleOf, newWorkspaceFile } from './workspace-path.ts';

export interface LiveCapturesOptions {
  readonly workspace: string;
  readonly providers: readonly DeviceProvider[];
  readonly version: string;
  /** Finds names and lines in local builds. */
  readonly names?: CaptureOptions['names'];
  log(line: string): void;
}

interface Running {
  readonly live: LiveCapture;
  readonly capture: Capture;
}

/** Below the workspace. */
const FOLDER = 'laglens-captures';
/** Each has a model and a link to a device. */
const MOST_RUNNING = 2;
/** Ended ones stay in memory until others come. */
const MOST_KEPT = 4;

/** Captures of one program, by handles that are never used again. */
export class LiveCaptures {
  readonly #options: LiveCapturesOptions;
  readonly #captures = new Map<string, Running>();
  /** Files of all captures, of which those of running ones may not be there. */
  readonly #paths = new Set<string>();
  /** Paths of captures whose device is not open yet. */
  readonly #opening = new Set<string>();
  readonly #devices = new InTurn();
  #count = 0;

  constructor(options: LiveCapturesOptions) {
    this.#options = options;
  }

  get providers(): readonly DeviceProvider[] {
    return this.#options.providers;
  }

  get workspace(): string {
    return this.#options.workspace;
  }

  sessionOf(handle: string): JudgedSession | undefined {
    return this.#captures.get(handle)?.live.session;
  }

  /** The file of an ended capture, relative to the workspace. */
  fileOf(handle: string): string | undefined {
    const state = this.#captures.get(handle)?.live.state;
    return state?.kind === 'ended' ? state.path : undefined;
  }

  /** @throws ToolError for an unknown handle */
  of(handle: string): LiveCapture {
    return this.#of(handle).live;
  }

  /** @throws ToolError at the limit, LaglensError and AbortError */
  async start(given: StartArguments, signal: AbortSignal): Promise<{ live: LiveCapture; path: string }> {
    this.#makeRoom();
    const path = await this.#freePath(given.app);
    // Persons may have agreed to several at the same moment.
    this.#makeRoom();
    this.#opening.add(path);
    try {
      const live = await this.#record(given, path, signal);
      return { live, path: handleOf(await realpath(this.#options.workspace), path) };
    } catch (error) {
      this.#paths.delete(path);
      throw error;
    } finally {
      this.#opening.delete(path);
    }
  }

  /** Asks devices, one question at a time. */
  ask<T>(signal: AbortSignal, question: () => Promise<T>): Promise<T> {
    return this.#devices.run(signal, question);
  }

  async #record({ device: id, app, launch }: StartArguments, path: string, signal: AbortSignal): Promise<LiveCapture> {
    const { providers, version, names } = this.#options;
    const live = new LiveCapture(`capture-${++this.#count}`);
    const device = await openDevice(providers, id, signal);
    const sampling = defaultSamplingOn(device.row.kind);
    const named = names === undefined ? {} : { names };
    const capture = new Capture({ device, target: { app }, launch, sampling, path, version, ...named });
    live.follow(capture);
    capture.on('log', (line) => this.#options.log(line));
    this.#opening.delete(path);
    this.#captures.set(live.handle, { live, capture });
    try {
      await capture.start(signal);
    } catch (error) {
      this.#captures.delete(live.handle);
      throw error;
    }
    return live;
  }

  /** The answer to a start names the file, which must be no earlier session. */
  async #freePath(app: string): Promise<string> {
    const name = `${app.replaceAll(/[^\w.-]/g, '_').slice(0, 80)}.laglens`;
    for (let count = 1; ; count++) {
      const path = await newWorkspaceFile(this.#options.workspace, FOLDER, numbered(name, count));
      if (this.#paths.has(path) || (await exists(path))) continue;
      this.#paths.add(path);
      return path;
    }
  }

  /** Gives the file relative to the workspace; undefined without contents. */
  async stop(handle: string): Promise<string | undefined> {
    const path = await this.#of(handle).capture.stop();
    return path === undefined ? undefined : handleOf(await realpath(this.#options.workspace), await realpath(path));
  }

  /** At the program's end: sessions stay. */
  async close(): Promise<void> {
    const running = [...this.#captures.values()];
    await Promise.all(running.map(({ capture }) => capture.close().catch((error: unknown) => this.#options.log(explain(error)))));
  }

  #of(handle: string): Running {
    const found = this.#captures.get(handle);
    if (found !== undefined) return found;
    const known = [...this.#captures.keys()];
    throw new ToolError(
      'There is no capture of that handle.',
      known.length === 0 ? 'Call laglens_start_capture, or laglens_list_lags with a session file.' : `Use one of ${known.join(', ')}.`,
    );
  }

  #makeRoom(): void {
    const ended = [...this.#captures].filter(([, { live }]) => live.state.kind === 'ended');
    const running = this.#captures.size - ended.length + this.#opening.size;
    if (running >= MOST_RUNNING)
      throw new ToolError(`${running} captures run already.`, 'Call laglens_stop_capture for one of them first.');
    for (const [handle] of ended.slice(0, Math.max(0, ended.length - MOST_KEPT + 1))) this.#captures.delete(handle);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}
