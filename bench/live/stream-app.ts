import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** Stream.java, which runs until stopped. */
interface StreamApp {
  readonly mainClass: string;
  readonly pid: number;
  /** A folder with its source. */
  readonly workspace: string;
  stop(): Promise<void>;
}

/** Resolves when its threads work. */
export async function startStreamApp(): Promise<StreamApp> {
  const workspace = await mkdtemp(join(tmpdir(), 'laglens-stream-'));
  const forget = (): Promise<void> => rm(workspace, { recursive: true, force: true });
  try {
    const folder = join(workspace, 'src', 'com', 'example', 'stream');
    await mkdir(folder, { recursive: true });
    const source = join(folder, 'Stream.java');
    await copyFile(join(import.meta.dirname, 'Stream.java'), source);
    await promisify(execFile)('javac', ['-g', '-d', join(workspace, 'classes'), source]);
    const mainClass = 'com.example.stream.Stream';
    const child = spawn('java', ['-Xmx64m', '-cp', join(workspace, 'classes'), mainClass], { stdio: ['pipe', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
    const stop = async (): Promise<void> => {
      child.stdin.end();
      await ended;
      await forget();
    };
    return { mainClass, pid: child.pid ?? 0, workspace, stop };
  } catch (error) {
    await forget();
    throw error;
  }
}
