import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { storedZip } from '../../device-agents/build/stored-zip.ts';

const run = promisify(execFile);

/** Runs until its input closes. Main works, sleeps and works again; prints a line when ready. */
const source = (packageName: string): string => `package ${packageName};
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

/** A small Java program for these tests; ends when its input closes, at the latest by process id. */
export interface JavaProgram {
  readonly pid: number;
  readonly main: string;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** The compiled program, in its own package, since tests run at the same time. */
export interface JavaClasses {
  readonly folder: string;
  readonly main: string;
  remove(): Promise<void>;
}

export async function compileJavaProgram(): Promise<JavaClasses> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-test-'));
  const packageName = `sample_${randomBytes(4).toString('hex')}`;
  await writeFile(join(folder, 'Busy.java'), source(packageName));
  await run('javac', ['-d', folder, join(folder, 'Busy.java')]);
  return { folder, main: `${packageName}.Busy`, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The program's user; tests without root can only give their own. */
interface ProgramUser {
  readonly uid: number;
  readonly gid: number;
}

/** Starts the program with options of `java`; resolves when its main thread works. */
export async function startJavaProgram(
  { folder, main }: JavaClasses,
  options: readonly string[] = [],
  user?: ProgramUser,
): Promise<JavaProgram> {
  const child = spawn('java', ['-Xshare:auto', '-XX:TieredStopAtLevel=1', ...options, '-cp', folder, main, 'one', 'two'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...user,
  });
  const ended = once(child, 'exit').then(() => undefined);
  await once(createInterface(child.stdout), 'line');
  return { pid: child.pid ?? -1, main, ended, stop: () => stop(child) };
}

/** The same from a jar, by its path within `folder`, with more lines in its manifest. Resolves when its main thread works. */
export async function startJavaJar({ folder, main }: JavaClasses, manifest: string): Promise<JavaProgram> {
  const name = `${main.replace('.', '/')}.class`;
  const bytes = Buffer.from(`Manifest-Version: 1.0\r\nMain-Class: ${main}\r\n${manifest}`);
  const files = [
    { name: 'META-INF/MANIFEST.MF', bytes },
    { name, bytes: await readFile(join(folder, name)) },
  ];
  await writeFile(join(folder, 'shop app.jar'), storedZip(files));
  const child = spawn('java', ['-XX:TieredStopAtLevel=1', '-jar', 'shop app.jar', 'one'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: folder,
  });
  const ended = once(child, 'exit').then(() => undefined);
  await once(createInterface(child.stdout), 'line');
  return { pid: child.pid ?? -1, main: 'shop app.jar', ended, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.stdin?.end();
  await exited;
}
