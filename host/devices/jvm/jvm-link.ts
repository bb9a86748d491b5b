import type { Duplex } from 'node:stream';
import type { AgentLink, AppProcess, Problem } from '../device.ts';
import { unanswered } from '../errors.ts';
import { waitForAgent } from '../wait-for-agent.ts';
import type { Deployment } from './deployment.ts';
import { type ProcessFacts, stillRuns } from './proc.ts';

const CONNECT_TIMEOUT_MS = 3_000;
const PAUSE_MS = 20;

/** The agent's path socket. */
export class JvmLink implements AgentLink {
  readonly process: AppProcess;
  readonly version?: string;
  readonly launched = false;
  readonly #facts: ProcessFacts;
  readonly #deployment: Deployment;
  readonly #rand: string;
  readonly #log: (line: string) => void;

  constructor(
    app: Pick<AgentLink, 'process' | 'version'>,
    facts: ProcessFacts,
    deployment: Deployment,
    rand: string,
    log: (line: string) => void,
  ) {
    this.process = app.process;
    if (app.version !== undefined) this.version = app.version;
    this.#facts = facts;
    this.#deployment = deployment;
    this.#rand = rand;
    this.#log = log;
  }

  /** An agent of an earlier attach takes a moment to reach the new socket. */
  async connect(signal: AbortSignal): Promise<Duplex> {
    let cause: unknown;
    const fail = async (): Promise<never> => {
      throw unanswered.jvm(this.process.pid, this.#deployment.dir, cause);
    };
    return await waitForAgent<Duplex, never>({
      connect: async () => {
        try {
          return await this.#deployment.connect(this.#rand, signal);
        } catch (error) {
          signal.throwIfAborted();
          cause = error;
          return undefined;
        }
      },
      check: async () => ((await stillRuns(this.#facts)) ? undefined : await fail()),
      timedOut: fail,
      firstPauseMs: PAUSE_MS,
      longestPauseMs: PAUSE_MS,
      timeoutMs: CONNECT_TIMEOUT_MS,
      signal,
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
