import { type ChildProcess, spawn } from 'node:child_process';
import type { RunningApp } from './system/running-app.ts';

/** A process that only waits, with a record of attached agents, for tests of the phone around an app. */
export class StandInApp implements RunningApp {
  /** Arguments of the launch, then of `attachAgent`. */
  readonly agents: string[];
  readonly ended: Promise<void>;
  /** The runtime's answer to the next agents. */
  refusal: string | undefined;
  readonly #process: ChildProcess;

  constructor(agent: string | undefined) {
    this.agents = agent === undefined ? [] : [agent];
    this.#process = spawn('sleep', ['600'], { stdio: 'ignore' });
    this.ended = new Promise((resolve) => this.#process.once('exit', () => resolve()));
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async attachAgent(agent: string): Promise<string | undefined> {
    this.agents.push(agent);
    return this.refusal;
  }

  async stop(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.ended;
  }
}
