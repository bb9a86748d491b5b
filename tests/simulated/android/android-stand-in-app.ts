import { type ChildProcess, spawn } from 'node:child_process';
import type { RunningApp } from './system/running-app.ts';

/** A process that only waits: for tests of what the phone does around an app, with a record of what was attached to it. */
export class StandInApp implements RunningApp {
  /** What `attachAgent` was given, and what the launch was given first. */
  readonly agents: string[];
  readonly ended: Promise<void>;
  /** What the runtime says to the next agents. */
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
