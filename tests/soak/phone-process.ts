import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A simulated phone in its own process, with adb server and demo app: each can be stopped alone. */
export interface PhoneProcess {
  readonly serial: string;
  readonly adbPort: number;
  readonly pids: { readonly phone: number; readonly adb: number; readonly app: number };
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('../simulated/android/main.ts', import.meta.url));

export async function startPhoneProcess(say: (line: string) => void): Promise<PhoneProcess> {
  const child = spawn(process.execPath, [program, '--android', '14', '--launch'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const phone = child.pid ?? -1;
  let app = -1;
  createInterface(child.stderr).on('line', (line) => {
    const [, pid] = /runs as process (\d+)/.exec(line) ?? [];
    if (pid !== undefined) app = Number(pid);
    say(line);
  });
  const ended = once(child, 'exit');
  const [line = ''] = await Promise.race([once(createInterface(child.stdout), 'line'), ended.then(() => [])]);
  const [, port, serial] = /ADB_SERVER_SOCKET=tcp:(?:\S+:)?(\d+) ANDROID_SERIAL=(\S+)/.exec(String(line)) ?? [];
  if (port === undefined || serial === undefined) throw new Error(`The simulated phone did not start: ${line}`);
  return {
    serial,
    adbPort: Number(port),
    pids: { phone, adb: await childNamed(phone, 'adb'), app },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function childNamed(parent: number, name: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    // Processes may end during the list.
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    if (stat.startsWith(`${pid} (${name}) `) && stat.split(') ')[1]?.split(' ')[1] === String(parent)) return Number(pid);
  }
  throw new Error(`Process ${parent} has no child ${name}`);
}
