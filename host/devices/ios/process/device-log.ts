import { StringDecoder } from 'node:string_decoder';
import { guarded } from '../../../../core/guarded.ts';
import type { Iphone } from '../phone/iphone.ts';
import { isDeviceFailure } from '../protocol/device-failure.ts';

const SERVICE = 'com.apple.syslog_relay';
const MAX_LINES = 200;
const MAX_LINE_CHARS = 64 << 10;

/** What the device's log says about an app and the library that is to go into it, from now on. */
export interface DeviceLog {
  /** False where the device does not give its log out. */
  readonly isFollowed: boolean;
  /** Lines about the app's process `pid`, its bundle or the library. */
  lines(pid: number): readonly string[];
  close(): void;
}

/** By what the log knows an app. */
export interface LoggedApp {
  /** Name of the main executable. */
  readonly executable: string;
  /** Folder of the app on the device; empty when unknown. */
  readonly bundle: string;
}

/** Follows the log. Where the device does not give it out, there are no lines: nothing depends on them. */
export async function followDeviceLog(iphone: Pick<Iphone, 'service'>, app: LoggedApp, signal: AbortSignal): Promise<DeviceLog> {
  const kept = new KeptLines();
  let stream: Awaited<ReturnType<Iphone['service']>>;
  try {
    stream = await iphone.service(SERVICE, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!isDeviceFailure(error)) throw error;
    return { isFollowed: false, lines: () => [], close: () => undefined };
  }
  const beganMs = Date.now();
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const take = (bytes: Buffer): void => {
    const lines = `${rest}${decoder.write(bytes)}`.split(/[\n\0]+/);
    rest = (lines.pop() ?? '').slice(-MAX_LINE_CHARS);
    for (const line of lines) {
      const subject = subjectOf(line, app);
      if (subject !== undefined && isSince(line, beganMs)) kept.push({ line, subject, isRefusal: isSignatureRefusal(line) });
    }
  };
  stream.on(
    'data',
    guarded(take, () => stream.destroy()),
  );
  return { isFollowed: true, lines: (pid) => kept.about(pid), close: () => stream.destroy() };
}

/** True when a line says that the signature of a library, or of the app, was refused. */
export function isSignatureRefusal(line: string): boolean {
  return /code signature|different Team IDs|not valid for use in process|code signing blocked|library load denied/i.test(line);
}

/** True when UIKit ends the app for its life cycle: from iOS 27 on it asks that of apps which are built with that SDK. */
export function isSceneRefusal(line: string): boolean {
  const at = line.search(/\bUIScene\b/i);
  return at >= 0 && /\blife ?cycle\b/i.test(line.slice(at));
}

/** `app`: its bundle or the library is named. A number: a process of this name wrote it. `system`: dyld or AMFI, about whomever. */
type Subject = 'app' | 'system' | number;

interface KeptLine {
  readonly line: string;
  readonly subject: Subject;
  readonly isRefusal: boolean;
}

/** The last lines; those that may be about others go first, then those that refuse nothing. */
class KeptLines {
  readonly #lines: KeptLine[] = [];

  push(line: KeptLine): void {
    this.#lines.push(line);
    if (this.#lines.length <= MAX_LINES) return;
    const other = this.#lines.findIndex(({ subject }) => subject === 'system');
    const next = other >= 0 ? other : this.#lines.findIndex(({ isRefusal }) => !isRefusal);
    this.#lines.splice(Math.max(0, next), 1);
  }

  about(pid: number): readonly string[] {
    const named = new RegExp(`\\bpid\\W{0,3}${pid}\\b|\\[${pid}\\]`);
    return this.#lines
      .filter(({ line, subject }) => (subject === 'system' ? named.test(line) : subject === 'app' || subject === pid))
      .map(({ line }) => line);
  }
}

/** What a line is about; undefined when it is surely not about the app. Phones write of AMFI at each installation, of whatever. */
function subjectOf(line: string, { executable, bundle }: LoggedApp): Subject | undefined {
  // `Nov 22 19:00:00 Name process(library)[pid] <Level>: text`
  const [head = ''] = line.split('<', 1);
  const writer = ['[', '('].map((next) => head.indexOf(` ${executable}${next}`)).find((at) => at >= 0);
  if (writer !== undefined) return Number(/\[(\d+)\]/.exec(head.slice(writer))?.[1] ?? Number.NaN);
  const folders = bundle.split('/').filter((each) => each !== '');
  if (line.includes('liblaglens') || (folders.length > 1 && line.includes(folders.slice(-2).join('/')))) return 'app';
  return /\bamfid?\b|\bdyld\[/i.test(line) ? 'system' : undefined;
}

/** The relay begins with lines of before. They have the device's clock, which is taken to be right to a minute; one without a time counts. */
function isSince(line: string, beganMs: number): boolean {
  const [, text] = /^(\w{3} +\d+ \d\d:\d\d:\d\d)/.exec(line) ?? [];
  const at = text === undefined ? Number.NaN : Date.parse(`${text} ${new Date(beganMs).getFullYear()}`);
  return Number.isNaN(at) || at >= beganMs - 60_000;
}
