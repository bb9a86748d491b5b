import { StringDecoder } from 'node:string_decoder';
import { guarded } from '../../../../core/guarded.ts';
import type { Iphone } from '../phone/iphone.ts';
import { isDeviceFailure } from '../protocol/device-failure.ts';

const SERVICE = 'com.apple.syslog_relay';
const MAX_LINES = 200;
const MAX_LINE_CHARS = 64 << 10;

/** The device's log of an app and its library. */
export interface DeviceLog {
  /** False when the device does not share its log. */
  readonly isFollowed: boolean;
  /** About the process, its bundle or the library. */
  lines(pid: number): readonly string[];
  close(): void;
}

interface LoggedApp {
  readonly executable: string;
  /** On the device; empty when unknown. */
  readonly bundle: string;
}

/** Follows the log. An unavailable log has no lines. */
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

/** The signature of the library or the app was refused. */
export function isSignatureRefusal(line: string): boolean {
  return /code signature|different Team IDs|not valid for use in process|code signing blocked|library load denied/i.test(line);
}

/** iOS 27 ends apps of its SDK without a scene life cycle. */
export function isSceneRefusal(line: string): boolean {
  const at = line.search(/\bUIScene\b/i);
  return at >= 0 && /\blife ?cycle\b/i.test(line.slice(at));
}

/** `app`: names its bundle or library. A number: from a process of its name. `system`: dyld or AMFI about any app. */
type Subject = 'app' | 'system' | number;

interface KeptLine {
  readonly line: string;
  readonly subject: Subject;
  readonly isRefusal: boolean;
}

/** Drops lines of possibly other apps first, then those without a refusal. */
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

/** Undefined for other apps. AMFI logs every installation. */
function subjectOf(line: string, { executable, bundle }: LoggedApp): Subject | undefined {
  // `Nov 22 19:00:00 Name process(library)[pid] <Level>: text`
  const [head = ''] = line.split('<', 1);
  const writer = ['[', '('].map((next) => head.indexOf(` ${executable}${next}`)).find((at) => at >= 0);
  if (writer !== undefined) return Number(/\[(\d+)\]/.exec(head.slice(writer))?.[1] ?? Number.NaN);
  const folders = bundle.split('/').filter((each) => each !== '');
  if (line.includes('liblaglens') || (folders.length > 1 && line.includes(folders.slice(-2).join('/')))) return 'app';
  return /\bamfid?\b|\bdyld\[/i.test(line) ? 'system' : undefined;
}

/** The relay begins with old lines. The device's clock may be off by a minute; lines without a time count. */
function isSince(line: string, beganMs: number): boolean {
  const [, text] = /^(\w{3} +\d+ \d\d:\d\d:\d\d)/.exec(line) ?? [];
  const at = text === undefined ? Number.NaN : Date.parse(`${text} ${new Date(beganMs).getFullYear()}`);
  return Number.isNaN(at) || at >= beganMs - 60_000;
}
