import { text } from 'node:stream/consumers';
import { guarded } from '../../../../core/guarded.ts';
import { AdbFailure } from '../../../../host/devices/android/adb/adbkit.ts';
import { Phone, type PhoneApp } from '../../../../host/devices/android/adb/android-phone.ts';
import type { AdbServer } from '../../../../host/devices/android/adb/server.ts';
import { readShell, type ShellResult } from '../../../../host/devices/android/adb/shell.ts';
import { Untried } from '../asking/probe.ts';

/** A list of packages may have megabytes. */
const MOST_BYTES = 4 << 20;
const SILENCE = { ms: 15_000, what: 'A command on the device', next: '' };

/** An app that run-as may enter. */
export interface AskedApp extends PhoneApp {
  /** With the Android user. */
  readonly uid: number;
  /** Undefined while it does not run. */
  readonly pid: number | undefined;
}

/** A phone, one question's time, and what is known before. */
export interface AskedPhone {
  readonly api: number;
  readonly serial: string;
  readonly phone: Phone;
  readonly server: AdbServer;
  readonly signal: AbortSignal;
  readonly app: AskedApp | undefined;
  /** An installed app that is not debuggable. */
  readonly closedApp: string | undefined;
  /** @throws Untried for too much output */
  run(command: string): Promise<ShellResult>;
}

interface Known extends Pick<AskedPhone, 'api' | 'app' | 'closedApp'> {
  readonly serial: string;
  readonly server: AdbServer;
}

export function askedPhone(known: Known, signal: AbortSignal): AskedPhone {
  const phone = new Phone(known.server, known.serial);
  return { ...known, phone, signal, run: (command) => runBounded(known, command, signal) };
}

async function runBounded({ server, serial }: Known, command: string, signal: AbortSignal): Promise<ShellResult> {
  const stream = await server.device(serial, `shell,v2,raw:${command}`, signal);
  let bytes = 0;
  const count = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes > MOST_BYTES) stream.destroy();
  };
  stream.on(
    'data',
    guarded(count, () => stream.destroy()),
  );
  try {
    return await readShell(stream, signal, SILENCE);
  } catch (error) {
    if (bytes > MOST_BYTES) throw new Untried('too-long');
    throw error instanceof AdbFailure ? new Untried('device-lost') : error;
  }
}

/** adb's features of the device. */
export async function featuresOf({ server, serial, signal }: Pick<AskedPhone, 'server' | 'serial' | 'signal'>): Promise<readonly string[]> {
  const answer = await text(await server.host(`host-serial:${serial}:features`, signal));
  // Four hex digits of length come first.
  return answer.slice(4).split(',');
}

/** Output of a command that has to work. @throws Untried where the device lacks or forbids it */
export async function outputOf({ run }: AskedPhone, command: string): Promise<string> {
  const { stdout, stderr, code } = await run(command);
  if (code === 127 || /No such file|not found|inaccessible/.test(stderr)) throw new Untried('not-there');
  if (/Permission denied|Permission Denial/i.test(stderr)) throw new Untried('not-permitted');
  return stdout;
}

/** @throws Untried without one */
export function appOf({ app }: AskedPhone): AskedApp {
  if (app === undefined) throw new Untried('no-app');
  return app;
}

/** @throws Untried when the app does not run */
export function pidOf(asked: AskedPhone): number {
  const { pid } = appOf(asked);
  if (pid === undefined) throw new Untried('no-app');
  return pid;
}
