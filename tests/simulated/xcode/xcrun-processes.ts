import { spawn } from 'node:child_process';
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface RunningApp {
  readonly pid: number;
  readonly bundleId: string;
  readonly executable: string;
  /** Libraries that dyld inserted on request. */
  readonly inserted: readonly string[];
}

interface AppStart {
  /** The program, before the app's own arguments. */
  readonly command: readonly string[];
  readonly arguments: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly app: Omit<RunningApp, 'pid'>;
  readonly folder: string;
}

/** Starts an app that outlives its starter, as by launchd. Its output goes to `log` beside its record. */
export async function startApp({
  command: [program = '', ...before],
  arguments: given,
  variables,
  app,
  folder,
}: AppStart): Promise<RunningApp> {
  const records = recordsOf(folder);
  await mkdir(records, { recursive: true });
  const log = await open(join(folder, 'app-output.log'), 'a');
  const env = { PATH: process.env.PATH ?? '', ...variables };
  const child = spawn(program, [...before, ...given], { detached: true, stdio: ['ignore', log.fd, log.fd], env });
  await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  child.unref();
  await log.close();
  const running = { ...app, pid: child.pid ?? -1 };
  await writeFile(join(records, `${running.pid}.json`), JSON.stringify(running));
  return running;
}

/** A device's running processes. */
export async function runningApps(folder: string): Promise<readonly RunningApp[]> {
  const names = await readdir(recordsOf(folder)).catch((): string[] => []);
  const found = await Promise.all(names.map((name) => runningApp(join(recordsOf(folder), name))));
  return found.filter((each) => each !== undefined).sort((a, b) => a.pid - b.pid);
}

async function runningApp(record: string): Promise<RunningApp | undefined> {
  // A record being written counts next time.
  const text = await readFile(record, 'utf8').catch(() => '');
  if (text === '') return undefined;
  const app: RunningApp = JSON.parse(text);
  if (await isRunning(app.pid)) return app;
  await rm(record, { force: true });
  return undefined;
}

/** False for zombies, too. */
async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/^[ZX]/.test(status.slice(status.lastIndexOf(')') + 2));
}

/** Ends a device's process; resolves when it is gone. */
export async function endApp({ pid }: RunningApp): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
  while (await isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 5));
}

function recordsOf(folder: string): string {
  return join(folder, 'processes');
}
