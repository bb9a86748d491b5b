import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { LaglensError } from '../../../core/errors.ts';
import type { AgentLink, AppProcess, Problem } from '../device.ts';
import type { Deployment } from './deployment.ts';
import { type ProcessFacts, stillRuns } from './proc.ts';

const CONNECT_TIMEOUT_MS = 3_000;
const PAUSE_MS = 20;

/** The agent in a virtual machine of this computer, reached by its path socket. */
export class JvmLink implements AgentLink {
  readonly process: AppProcess;
  readonly launched = false;
  readonly #facts: ProcessFacts;
  readonly #deployment: Deployment;
  readonly #rand: string;
  readonly #log: (line: string) => void;

  constructor(process: AppProcess, facts: ProcessFacts, deployment: Deployment, rand: string, log: (line: string) => void) {
    this.process = process;
    this.#facts = facts;
    this.#deployment = deployment;
    this.#rand = rand;
    this.#log = log;
  }

  /** An agent that was in the process before comes over to the new socket a moment after the attach, so it is given time. */
  async connect(signal: AbortSignal): Promise<Duplex> {
    const deadlineMs = performance.now() + CONNECT_TIMEOUT_MS;
    for (;;) {
      try {
        return await this.#deployment.connect(this.#rand, signal);
      } catch (cause) {
        signal.throwIfAborted();
        if (performance.now() > deadlineMs || !(await stillRuns(this.#facts))) throw this.#unanswered(cause);
      }
      await pause(PAUSE_MS, undefined, { signal });
    }
  }

  #unanswered(cause: unknown): LaglensError {
    return new LaglensError({
      code: 'connect-failed',
      message: `The agent in process ${this.process.pid} does not answer on its socket in ${this.#deployment.dir}.`,
      next: 'Start the capture again. If it stays like this, the program ended or its temporary folder was cleaned.',
      action: 'retry',
      cause,
    });
  }

  async processState(): Promise<'running' | 'ended'> {
    return (await stillRuns(this.#facts)) ? 'running' : 'ended';
  }

  explainSilence(): Promise<Problem | undefined> {
    return Promise.resolve(undefined);
  }

  async cleanup(): Promise<void> {
    try {
      await this.#deployment.remove();
    } catch (error) {
      this.#log(`Could not remove ${this.#deployment.dir}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
