import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, type Spoken } from './spoken.ts';
import type { Xcode } from './xcode.ts';
import { runningApps } from './xcrun-processes.ts';

/** `lsof -a -d txt -Fn -p PID`: mapped files of a simulator's process, a line each after an `n` (lsof(8), “Output for other programs”). */
export async function lsof(args: readonly string[], xcode: Xcode): Promise<Spoken> {
  const pid = Number(parse(args, ['-p', '-d']).options.get('-p'));
  for (const device of await readdir(join(xcode.folder, 'Devices')).catch(() => [])) {
    const app = (await runningApps(join(xcode.folder, 'Devices', device))).find((each) => each.pid === pid);
    if (app === undefined) continue;
    const files = [app.executable, ...app.inserted].map((path) => `ftxt\nn${path}\n`);
    return { stdout: [`p${pid}\n`, ...files].join('') };
  }
  return { code: 1 };
}
