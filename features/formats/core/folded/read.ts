import { numberAt } from '../../../../core/columns/at.ts';
import { eachLine } from '../import/each-line.ts';
import { malformed } from '../import/import-errors.ts';
import { importLimits } from '../import/import-limits.ts';
import type { Beginning, ImportTask } from '../import/profile-reader.ts';
import { countUs } from '../import/sample-counts.ts';

const COUNT = /^\d{1,15}(?:\.\d{1,15})?$/;
/** async-profiler's threads, with `-t`: `[main tid=123]`. */
const THREAD = /^\[(.{0,256}) tid=(\d{1,15})\]$/;
const KNOWN_LINES = 4;

/** Lines at the begin mostly have the form, at least one with a caller. Comments and a minority of others are none. */
export function looksLikeFolded({ text }: Beginning): boolean {
  const all = text.split('\n').filter((line) => line.trim() !== '' && !isComment(line));
  const lines = (all.length > 1 && !text.endsWith('\n') ? all.slice(0, -1) : all).slice(0, KNOWN_LINES * 16);
  const paths = lines.flatMap((line) => parsedLine(line)?.path ?? []);
  const calls = paths.filter((path) => path.includes(';')).length;
  const others = lines.length - paths.length;
  return calls > 0 && (others === 0 || (others <= paths.length / 3 && calls >= paths.length / 2));
}

function isComment(line: string): boolean {
  return line.startsWith('#') || line.startsWith('//');
}

interface FoldedLine {
  readonly path: string;
  readonly count: number;
}

/** `outermost;…;innermost count`, as flamegraph.pl's input. Without a pattern, which could take long for hostile lines. */
function parsedLine(line: string): FoldedLine | undefined {
  const text = line.trim();
  const at = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t'));
  const digits = text.slice(at + 1);
  if (at < 0 || digits.length > 40 || !COUNT.test(digits)) return undefined;
  return { path: text.slice(0, at).trimEnd(), count: Number(digits) };
}

interface FoldedThread {
  readonly thread: number;
  readonly stacks: number[];
  readonly counts: number[];
}

/** Stacks without times follow one another on their thread. */
export async function readFolded(task: ImportTask): Promise<void> {
  const { source, builder, report, turns } = task;
  const threads = new Map<string, FoldedThread>();
  let sum = 0;
  let held = 0;
  await eachLine(task, (line) => {
    if (isComment(line)) return 'comments';
    const parsed = parsedLine(line);
    if (parsed === undefined) return 'lines without stack and count';
    if (held === importLimits.samples || !addStack(task, parsed, threads)) return 'lines beyond the bounds';
    held++;
    sum += parsed.count;
    return true;
  });
  if (threads.size === 0) throw malformed(source.name, 'folded stacks', 'no line has stacks and a count');
  const perCount = countUs(sum, report);
  for (const { thread, stacks, counts } of threads.values()) {
    let atUs = 0;
    for (const [index, stack] of stacks.entries()) {
      const endUs = atUs + numberAt(counts, index) * perCount;
      builder.sample(thread, atUs, endUs, stack);
      atUs = endUs;
      await turns.pause();
    }
  }
  report.untimed('Stacks follow one another in the order of lines: the format has no times, so no lags are listed.');
}

/** False for a thread beyond the bound. */
function addStack({ builder, report }: ImportTask, { path, count }: FoldedLine, threads: Map<string, FoldedThread>): boolean {
  const names = path.split(';');
  const [, name = 'all threads', tid = '0'] = THREAD.exec(names[0] ?? '') ?? [];
  const key = `${name} ${tid}`;
  let thread = threads.get(key);
  if (thread === undefined) {
    if (threads.size === importLimits.threads) return false;
    // Without times there are no lags, so no thread is main.
    thread = { thread: builder.thread({ name, tid: Number(tid), isMain: false }), stacks: [], counts: [] };
    threads.set(key, thread);
  }
  let stack = 0;
  for (const each of tid === '0' ? names : names.slice(1)) if (each !== '') stack = builder.stack(stack, builder.frame({ function: each }));
  thread.stacks.push(stack);
  thread.counts.push(count);
  report.read('stacks');
  return true;
}
