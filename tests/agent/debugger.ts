import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** The JDK's own debugger. */
export class Debugger implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  #said = '';

  private constructor(port: number) {
    this.#child = spawn('jdb', ['-attach', `127.0.0.1:${port}`], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text;
    });
  }

  /** A program that a debugger has just left listens again a moment later: until then jdb ends. */
  static async attach(port: number): Promise<Debugger> {
    for (;;) {
      const made = new Debugger(port);
      try {
        await made.heard('>');
        return made;
      } catch (error) {
        await made[Symbol.asyncDispose]();
        if (!made.#said.includes('Unable to attach')) throw error;
      }
    }
  }

  /** Resolves when it answered so. @throws Error when it ends before */
  async say(command: string, answer: string): Promise<void> {
    this.#said = '';
    this.#child.stdin.write(`${command}\n`);
    await this.heard(answer);
  }

  /** Resolves when it said so, since the last command. @throws Error when it ends before */
  async heard(text: string): Promise<void> {
    while (!this.#said.includes(text)) {
      if (this.#child.stdout.readableEnded) throw new Error(`jdb ended before it said ${text}: ${this.#said}`);
      await Promise.race([once(this.#child.stdout, 'data'), once(this.#child.stdout, 'end')]);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A broken connection lets all threads go on, whatever the debugger is at.
    this.#child.kill('SIGKILL');
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }
}
