import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../scripts/laglens.ts', import.meta.url));

/** The recording command line in its own process. */
export class Recorder {
  readonly pid: number;
  /** Printed lines, oldest first. */
  readonly said: string[] = [];
  readonly #child: ChildProcess;
  readonly #waiting = new Set<() => void>();

  constructor(adbPort: number, serial: string, path: string) {
    const args = [program, 'record', '--device', serial, '--app', 'com.example.shop', '-o', path];
    const env = { ...process.env, ADB_SERVER_SOCKET: `tcp:127.0.0.1:${adbPort}` };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    this.pid = child.pid ?? -1;
    const take = (line: string): void => {
      this.said.push(line);
      for (const wake of [...this.#waiting]) wake();
    };
    createInterface(child.stderr).on('line', take);
    createInterface(child.stdout).on('line', take);
    child.once('exit', (code, killedBy) => take(`The recorder ended with ${code ?? killedBy}.`));
  }

  /** Resolves with the time of the first matching line after `after` lines. @throws Error if there is none in time */
  async says(pattern: RegExp, after: number, withinMs: number): Promise<number> {
    const limit = AbortSignal.timeout(withinMs);
    while (!this.said.slice(after).some((line) => pattern.test(line))) {
      if (limit.aborted)
        throw new Error(`It did not say ${pattern} within ${withinMs / 1000} s, but: ${this.said.slice(after).join(' / ')}`);
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          limit.removeEventListener('abort', wake);
          resolve();
        };
        this.#waiting.add(wake);
        limit.addEventListener('abort', wake, { once: true });
      });
    }
    return performance.now();
  }

  /** Ctrl-C; resolves when it has ended. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGINT');
    const patience = setTimeout(() => this.#child.kill('SIGKILL'), 60_000);
    await ended;
    clearTimeout(patience);
  }
}
