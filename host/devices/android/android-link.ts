import type { Duplex } from 'node:stream';
import { isUnanswered, timeoutSignal } from '../../time-limits.ts';
import type { AgentLink, AppProcess, Problem, SystemRecord } from '../device.ts';
import { unanswered } from '../errors.ts';
import type { Phone } from './adb/android-phone.ts';
import { commandLine } from './adb/quote.ts';
import { failureOf } from './android-agent-failures.ts';
import { readAppStatus } from './app-status.ts';
import type { CopiedAgent } from './copy-agent.ts';
import { askRecords } from './records/ask-records.ts';
import { type ExpectedAndroidAgent, socketName } from './wait-for-android-agent.ts';

const CLEANUP_MS = 3_000;

interface AndroidLinkParts {
  readonly phone: Phone;
  readonly process: AppProcess;
  readonly version: string;
  readonly launched: boolean;
  readonly expected: ExpectedAndroidAgent;
  readonly copied: CopiedAgent;
  /** Used by the first `connect`. */
  readonly first: Duplex;
  log(line: string): void;
}

/** The agent's abstract socket through the adb server. */
export class AndroidLink implements AgentLink {
  readonly process: AppProcess;
  readonly version: string;
  readonly launched: boolean;
  readonly #parts: AndroidLinkParts;
  #first: Duplex | undefined;

  constructor(parts: AndroidLinkParts) {
    this.process = parts.process;
    this.version = parts.version;
    this.launched = parts.launched;
    this.#parts = parts;
    this.#first = parts.first;
  }

  async connect(signal: AbortSignal): Promise<Duplex> {
    const first = this.#first;
    this.#first = undefined;
    if (first !== undefined && !first.destroyed) return first;
    const socket = await this.#parts.phone.socket(socketName(this.#parts.expected), signal);
    if (socket !== undefined) return socket;
    throw unanswered.android(this.process.name, this.process.pid);
  }

  async processState(signal: AbortSignal): Promise<'running' | 'ended' | 'unreachable'> {
    try {
      const { stdout } = await this.#parts.phone.run(commandLine('cat', `/proc/${this.process.pid}/cmdline`), signal);
      return stdout.split('\0')[0] === this.process.name ? 'running' : 'ended';
    } catch (error) {
      if (isUnanswered(error)) throw error;
      if (await this.#parts.phone.isOutOfReach(error, signal)) return 'unreachable';
      throw error;
    }
  }

  async explainSilence(signal: AbortSignal): Promise<Problem | undefined> {
    const { phone, expected } = this.#parts;
    const failure = failureOf(expected, await readAppStatus(phone, expected, signal));
    return failure === undefined ? undefined : { code: failure.code, why: failure.message, next: failure.next };
  }

  systemRecords(signal: AbortSignal): Promise<readonly SystemRecord[]> {
    const { phone, expected } = this.#parts;
    return askRecords(phone, { ...expected, process: this.process.name }, signal);
  }

  async cleanup(): Promise<void> {
    this.#first?.destroy();
    try {
      await this.#parts.copied.remove(timeoutSignal(CLEANUP_MS));
    } catch (error) {
      this.#parts.log(`The agent’s files could not be removed from the device: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
