import type { Duplex } from 'node:stream';
import { LaglensError } from '../../../../core/errors.ts';
import { phrase } from '../../../../core/text/phrase.ts';
import type { Message } from '../../../../core/wire/schema.ts';
import type { AgentLink, AppProcess, Problem, Undo } from '../../device.ts';
import { appDied, unanswered } from '../../errors.ts';
import { isDeviceFailure } from '../protocol/device-failure.ts';
import type { DeviceParts } from './device-parts.ts';
import { refuseOtherApp } from './refuse-other-app.ts';

interface IosLinkParts {
  readonly device: DeviceParts;
  readonly process: AppProcess;
  readonly version: string;
  readonly launched: boolean;
  /** On the device. */
  readonly port: number;
  /** Used by the first `connect`. */
  readonly first?: Duplex;
  /** The agent's own. */
  readonly token?: Uint8Array;
  readonly undo?: Undo;
  readonly deviceLog?: { close(): void };
}

/** The agent's port through usbmuxd. */
export class IosLink implements AgentLink {
  readonly process: AppProcess;
  readonly version: string;
  readonly launched: boolean;
  readonly token?: Uint8Array;
  readonly undo?: Undo;
  readonly #parts: IosLinkParts;
  #first: Duplex | undefined;

  constructor(parts: IosLinkParts) {
    this.process = parts.process;
    this.version = parts.version;
    this.launched = parts.launched;
    if (parts.token !== undefined) this.token = parts.token;
    if (parts.undo !== undefined) this.undo = parts.undo;
    this.#parts = parts;
    this.#first = parts.first;
  }

  refuse(hello: Message<'hello'>): LaglensError | undefined {
    return refuseOtherApp(this.process.name, hello);
  }

  async connect(signal: AbortSignal): Promise<Duplex> {
    const first = this.#first;
    this.#first = undefined;
    if (first !== undefined && !first.destroyed && !first.readableEnded) return first;
    const stream = await this.#port(signal);
    if (stream !== undefined) return stream;
    throw unanswered.ios(this.process.name, this.#parts.port);
  }

  async processState(signal: AbortSignal): Promise<'running' | 'ended' | 'unreachable'> {
    const { iphone, processes } = this.#parts.device;
    if (!(await iphone.isThere(signal))) return 'unreachable';
    const running = await processes.running(signal);
    if (running !== undefined) return running.some(({ pid }) => pid === this.process.pid) ? 'running' : 'ended';
    // Without a process list, an open port counts.
    const stream = await this.#port(signal).catch(() => undefined);
    stream?.destroy();
    return stream === undefined ? 'ended' : 'running';
  }

  async explainSilence(signal: AbortSignal): Promise<Problem | undefined> {
    const state = await this.processState(signal);
    if (state === 'unreachable')
      return { code: 'device-lost', why: phrase`The device is gone.`, next: phrase`Connect it again, and try again.` };
    if (state === 'running') return undefined;
    if ((await this.#parts.device.processes.running(signal)) === undefined) {
      return {
        code: 'connect-failed',
        why: phrase`It is not known whether ${this.process.name} still runs.`,
        next: phrase`Bring the app to the foreground, or start it, and try again.`,
      };
    }
    return appDied.iosRow(this.process.name);
  }

  async cleanup(): Promise<void> {
    this.#first?.destroy();
    this.#parts.deviceLog?.close();
  }

  async #port(signal: AbortSignal): Promise<Duplex | undefined> {
    try {
      return await this.#parts.device.iphone.port(this.#parts.port, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!isDeviceFailure(error)) throw error;
      throw new LaglensError({
        code: 'connect-failed',
        message: phrase`The device cannot be reached (${error.message})`,
        next: phrase`Connect it again.`,
        action: 'retry',
        cause: error,
      });
    }
  }
}
