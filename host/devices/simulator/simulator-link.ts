import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LaglensError, messageOf } from '../../../core/errors.ts';
import type { Message } from '../../../core/wire/schema.ts';
import type { AgentLink, AppProcess, Problem, Undo } from '../device.ts';
import { appDied, unanswered } from '../errors.ts';
import { refuseOtherApp } from '../ios/link/refuse-other-app.ts';
import { waitForAgent } from '../wait-for-agent.ts';
import type { AgentCopy } from './agent-copy.ts';
import { connectedTo } from './ports.ts';
import type { Simctl } from './simctl.ts';

const CONNECT_TIMEOUT_MS = 3_000;
const PAUSE_MS = 20;

interface SimulatorLinkParts {
  readonly udid: string;
  readonly simctl: Simctl;
  readonly process: AppProcess;
  readonly launched: boolean;
  readonly port: number;
  /** Used by the first `connect`. */
  readonly first: Socket;
  /** Undefined for embedded agents and earlier captures. */
  readonly copy?: AgentCopy;
  /** The agent's own. */
  readonly token?: Uint8Array;
  /** Restores the original. */
  readonly undo?: Undo;
  log(line: string): void;
}

/** The agent's port on this Mac. */
export class SimulatorLink implements AgentLink {
  readonly process: AppProcess;
  readonly launched: boolean;
  readonly token?: Uint8Array;
  readonly undo?: Undo;
  readonly #parts: SimulatorLinkParts;
  #first: Socket | undefined;

  constructor(parts: SimulatorLinkParts) {
    this.#parts = parts;
    this.#first = parts.first;
    this.process = parts.process;
    this.launched = parts.launched;
    if (parts.token !== undefined) this.token = parts.token;
    if (parts.undo !== undefined) this.undo = parts.undo;
  }

  get port(): number {
    return this.#parts.port;
  }

  async connect(signal: AbortSignal): Promise<Duplex> {
    const first = this.#first;
    this.#first = undefined;
    if (first?.writable === true) return first;
    const { name, pid } = this.process;
    const { port } = this.#parts;
    return await waitForAgent<Socket, never>({
      connect: () => connectedTo(port, signal),
      async timedOut() {
        throw unanswered.simulator(name, pid, port);
      },
      firstPauseMs: PAUSE_MS,
      longestPauseMs: PAUSE_MS,
      timeoutMs: CONNECT_TIMEOUT_MS,
      signal,
    });
  }

  refuse(hello: Message<'hello'>): LaglensError | undefined {
    return refuseOtherApp(this.process.name, hello);
  }

  async processState(signal: AbortSignal): Promise<'running' | 'ended' | 'unreachable'> {
    const { udid, simctl } = this.#parts;
    try {
      return (await simctl.processes(udid, signal)).some(({ pid }) => pid === this.process.pid) ? 'running' : 'ended';
    } catch (error) {
      if (!(error instanceof LaglensError)) throw error;
      // Nothing runs in a simulator that is shut down.
      return error.code === 'device-offline' || error.code === 'device-not-found' ? 'ended' : 'unreachable';
    }
  }

  async explainSilence(signal: AbortSignal): Promise<Problem | undefined> {
    if ((await this.processState(signal)) !== 'ended') return undefined;
    return appDied.simulatorRow;
  }

  async cleanup(): Promise<void> {
    this.#first?.destroy();
    this.#first = undefined;
    try {
      await this.#parts.copy?.remove();
    } catch (error) {
      this.#parts.log(`The agent’s copy stays in the temporary folder: ${messageOf(error)}`);
    }
  }
}
