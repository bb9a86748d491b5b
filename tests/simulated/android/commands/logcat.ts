import type { Call } from '../shell/shell-session.ts';
import type { LogEntry } from '../system/phone-log.ts';

const PRIORITIES = 'VDIWEF';

/** `logcat [-d] [-c] [-g] [-b BUFFER] [-v FORMAT] [-t N|TIME] [-T N|TIME] [-s] [--pid=N] [-e REGEX] [TAG:PRIORITY…]`. */
export async function logcat(call: Call): Promise<number> {
  const { log, faults } = call.phone;
  // Vendors that disable logging leave the buffers empty.
  if (faults.logOff === true) return 0;
  const options = {
    dump: false,
    format: 'threadtime',
    since: undefined as string | undefined,
    pid: 0,
    silent: false,
    expression: undefined as RegExp | undefined,
    buffers: ['main', 'crash'] as readonly string[],
  };
  const filters = new Map<string, number>();
  const rest = [...call.args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const value = (): string => (arg !== undefined && arg.length > 2 && !arg.startsWith('--') ? arg.slice(2) : (rest.shift() ?? ''));
    if (arg === '-c' || arg === '--clear') {
      log.clear();
      return 0;
    }
    if (arg === '-g') {
      await call.print('main: ring buffer is 256 KiB (12 KiB consumed), max entry is 5120 B, max payload is 4068 B');
      return 0;
    }
    if (arg === '-d') options.dump = true;
    else if (arg === '-s') options.silent = true;
    else if (/^-[tT]/.test(arg)) {
      if (arg.startsWith('-t')) options.dump = true;
      options.since = value();
    } else if (arg.startsWith('-v')) options.format = value();
    else if (arg.startsWith('-b')) options.buffers = value().split(',');
    else if (arg.startsWith('-e')) options.expression = new RegExp(value());
    else if (arg.startsWith('--pid')) options.pid = Number(arg.includes('=') ? arg.split('=')[1] : rest.shift());
    else if (!arg.startsWith('-')) {
      const [tag = '', priority = 'V'] = arg.split(':');
      filters.set(tag, priority === 'S' ? PRIORITIES.length : PRIORITIES.indexOf(priority));
    } else return call.fail(`logcat: unrecognized option '${arg}'`);
  }
  const least = (tag: string): number => filters.get(tag) ?? filters.get('*') ?? (options.silent ? PRIORITIES.length : 0);
  const wanted = (entry: LogEntry): boolean =>
    (options.buffers.includes(entry.buffer) || options.buffers.includes('all')) &&
    PRIORITIES.indexOf(entry.priority) >= least(entry.tag) &&
    (options.pid === 0 || entry.pid === options.pid) &&
    (options.expression === undefined || options.expression.test(entry.text));
  const print = (entry: LogEntry): Promise<void> => call.print(format(entry, options.format));

  const past = newest(log.entries.filter(wanted), options.since);
  if (past.length > 0) await call.print(`--------- beginning of ${options.buffers[0]}`);
  if (past.length > 0) await call.print(past.map((entry) => format(entry, options.format)).join('\n'));
  log.wasRead();
  if (options.dump) return 0;
  const { signal } = call.session;
  const unfollow = log.follow((entry) => {
    if (wanted(entry)) void print(entry);
  });
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
  unfollow();
  return 129;
}

/** @param since number of entries, `MM-DD hh:mm:ss.mmm`, `YYYY-MM-DD hh:mm:ss.mmm`, or seconds since 1970 with a fraction */
function newest(entries: readonly LogEntry[], since: string | undefined): readonly LogEntry[] {
  if (since === undefined) return entries;
  if (/^\d+$/.test(since)) return entries.slice(-Number(since));
  const year = new Date().getUTCFullYear();
  const beginMs = /^\d+\.\d+$/.test(since)
    ? Number(since) * 1000
    : Date.parse(`${since.length > 20 ? since : `${year}-${since}`}Z`.replace(' ', 'T').replace(/(\.\d{3})\d*/, '$1'));
  return entries.filter((entry) => entry.atMs >= beginMs);
}

function format(entry: LogEntry, kind: string): string {
  const { priority, tag, text, pid } = entry;
  const time = new Date(entry.atMs).toISOString().slice(5, 23).replace('T', ' ');
  const number = (value: number): string => String(value).padStart(5);
  switch (kind) {
    case 'brief':
      return `${priority}/${tag}(${number(pid)}): ${text}`;
    case 'time':
      return `${time} ${priority}/${tag}(${number(pid)}): ${text}`;
    case 'tag':
      return `${priority}/${tag}: ${text}`;
    case 'raw':
      return text;
    case 'epoch':
      return `${(entry.atMs / 1000).toFixed(3).padStart(19)} ${number(pid)} ${number(entry.tid)} ${priority} ${tag.padEnd(8)}: ${text}`;
    default:
      return `${time} ${number(pid)} ${number(entry.tid)} ${priority} ${tag.padEnd(8)}: ${text}`;
  }
}
