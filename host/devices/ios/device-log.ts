import { StringDecoder } from 'node:string_decoder';
import { guarded } from '../../../core/guarded.ts';
import { type Iphone, isDeviceTrouble } from './iphone.ts';

const SERVICE = 'com.apple.syslog_relay';
const MAX_LINES = 200;
const MAX_LINE_CHARS = 64 << 10;

/** What the device's log says about an app and the library that is to go into it, from now on. */
export interface DeviceLog {
  /** False where the device does not give its log out. */
  readonly isFollowed: boolean;
  lines(): readonly string[];
  close(): void;
}

/** Follows the log. Where the device does not give it out, there are no lines: nothing depends on them. */
export async function followDeviceLog(iphone: Iphone, executable: string, signal: AbortSignal): Promise<DeviceLog> {
  const kept: string[] = [];
  let stream: Awaited<ReturnType<Iphone['service']>>;
  try {
    stream = await iphone.service(SERVICE, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!isDeviceTrouble(error)) throw error;
    return { isFollowed: false, lines: () => [], close: () => undefined };
  }
  const beganMs = Date.now();
  const decoder = new StringDecoder('utf8');
  let rest = '';
  const take = (bytes: Buffer): void => {
    const lines = `${rest}${decoder.write(bytes)}`.split(/[\n\0]+/);
    rest = (lines.pop() ?? '').slice(-MAX_LINE_CHARS);
    for (const line of lines) if (isAbout(line, executable) && isSince(line, beganMs)) kept.push(line);
    kept.splice(0, kept.length - MAX_LINES);
  };
  stream.on(
    'data',
    guarded(take, () => stream.destroy()),
  );
  return { isFollowed: true, lines: () => kept, close: () => stream.destroy() };
}

/** True when a line says that the signature of a library, or of the app, was refused. */
export function isSignatureRefusal(line: string): boolean {
  return /code signature|different Team IDs|not valid for use in process|code signing blocked|library load denied/i.test(line);
}

function isAbout(line: string, executable: string): boolean {
  return line.includes(` ${executable}[`) || line.includes(` ${executable}(`) || /liblaglens|\bamfid?\b|dyld\[/i.test(line);
}

/** The relay begins with lines of before. They have the device's clock, which is taken to be right to a minute; one without a time counts. */
function isSince(line: string, beganMs: number): boolean {
  const [, text] = /^(\w{3} +\d+ \d\d:\d\d:\d\d)/.exec(line) ?? [];
  const at = text === undefined ? Number.NaN : Date.parse(`${text} ${new Date(beganMs).getFullYear()}`);
  return Number.isNaN(at) || at >= beganMs - 60_000;
}
