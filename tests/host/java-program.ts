import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs until its input is closed. Its main thread works, sleeps and works again; prints a line when it is ready. */
const SOURCE = `package sample;
public final class Busy {
  static long work(long until) { long sum = 0; while (System.nanoTime() < until) sum += sum * 31 + 7; return sum; }
  public static void main(String[] arguments) throws Exception {
    Thread watcher = new Thread(() -> { try { while (System.in.read() >= 0) { } } catch (java.io.IOException e) { } System.exit(0); }, "watcher");
    watcher.setDaemon(true);
    watcher.start();
    System.out.println("ready");
    while (true) { work(System.nanoTime() + 150_000_000L); Thread.sleep(50); }
  }
}
`;

/** A small Java program for the tests of this room; ended by closing its input, by the process id at the latest. */
export interface JavaProgram {
  readonly pid: number;
  readonly main: string;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Compiles the program once. Give the folder to `startJavaProgram`. */
export async function compileJavaProgram(): Promise<{ classes: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-test-'));
  await writeFile(join(folder, 'Busy.java'), SOURCE);
  await run('javac', ['-d', folder, join(folder, 'Busy.java')]);
  return { classes: folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export async function startJavaProgram(classes: string, options: readonly string[] = []): Promise<JavaProgram> {
  const child = spawn('java', ['-Xshare:auto', '-XX:TieredStopAtLevel=1', ...options, '-cp', classes, 'sample.Busy', 'one', 'two'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => undefined);
  await once(createInterface(child.stdout), 'line');
  return { pid: child.pid ?? -1, main: 'sample.Busy', ended, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.stdin?.end();
  await exited;
}
