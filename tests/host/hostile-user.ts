import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Debian's user and group `nobody` if tests run as root; otherwise ourselves. */
export const hostile =
  process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

/** A Node program of that user, which prints `ready` and runs until stopped. */
export interface HostileProgram {
  readonly pid: number;
  /** Lines after `ready`. */
  readonly lines: AsyncIterator<string>;
  stop(): Promise<void>;
}

/** @param source CommonJS; `argument` is its only argument @param user only root may choose another one */
export async function startHostile(source: string, argument: string, user: typeof hostile = hostile): Promise<HostileProgram> {
  const options = { cwd: '/', env: {}, stdio: ['ignore', 'pipe', 'inherit'] as ['ignore', 'pipe', 'inherit'], ...user };
  const child = spawn(process.execPath, ['-e', `const argument = process.argv[1]; ${source}`, argument], options);
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.value !== 'ready') throw new Error(`the hostile program said ${String(first.value)}`);
  return { pid: child.pid ?? -1, lines, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}
