import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { availableParallelism, freemem, loadavg } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { run } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { setTimeout as pause } from 'node:timers/promises';
import { descendants, endProcesses } from './descendants.ts';
import { keepTimes, readTimes } from './file-times.ts';
import { kindOf, Lanes } from './lanes.ts';
import { busyFactor, type Shares, SpareProcessors } from './processors.ts';
import { Summary } from './summary.ts';

export interface RunOptions {
  /** The checkout's root, which paths are relative to. */
  readonly root: string;
  /** Of one test on a computer that does nothing else, as the next. */
  readonly testMs: number;
  /** Of one file; its process is ended then, which fails it. */
  readonly fileMs: number;
  /** Hears of each file whose tests all passed. */
  readonly passed?: (file: string) => void;
  /** Ends the run: all processes of tests. */
  readonly signal?: AbortSignal;
}

/** Waiting files that begin use their processors seconds later. */
const LOOK_MS = 3_000;
/** For one more VS Code with its browser. */
const ROOM_BYTES = 3e9;
const own = (file: string): string => new URL(file, import.meta.url).href;

/**
 * Runs test files, each in its own process, several at once. Events are those of one run of Node's test runner: of each file together, as it
 * ends, and sums of all at the end; only `test:dequeue` and `test:complete` come at once.
 */
export function runFiles(files: readonly string[], options: RunOptions): AsyncIterable<TestEvent> {
  const events = new PassThrough({ objectMode: true, highWaterMark: Number.MAX_SAFE_INTEGER });
  // Files that an interrupted run leaves have events after its end.
  const emit = (event: TestEvent): boolean => !events.writableEnded && events.write(event);
  runAll(files, options, emit).then(
    () => events.end(),
    (error: unknown) => events.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return events;
}

async function runAll(files: readonly string[], options: RunOptions, emit: (event: TestEvent) => unknown): Promise<void> {
  // Modules are compiled once for all files, threads and programs that they start; the preloads, too.
  process.env.NODE_COMPILE_CACHE ??= join(options.root, 'node_modules', '.cache', 'laglens-tests');
  const times = await readTimes();
  const lanes = new Lanes(files, availableParallelism(), times);
  // Each run listens for what is thrown outside its tests.
  process.setMaxListeners(process.getMaxListeners() + lanes.most);
  const processors = new SpareProcessors();
  const summary = new Summary();
  const running = new Set<Promise<void>>();
  const aborted = options.signal === undefined ? [] : [once(options.signal, 'abort')];
  let shares: Shares | undefined;
  const look = (): Promise<void> =>
    pause(LOOK_MS, undefined, { ref: false }).then(() => {
      shares = processors.read();
      looked = look();
    });
  let looked = look();
  for (;;) {
    // One more begins by each reading, and one for each that ended: a reading knows nothing of those that began since.
    const known = freemem() > ROOM_BYTES ? shares : undefined;
    for (let file = lanes.next(known); file !== undefined; file = lanes.next()) running.add(begin(file));
    if (running.size === 0) break;
    await Promise.race([looked, ...running, ...aborted]);
    if (options.signal?.aborted) {
      emit({ type: 'test:stderr', data: { file: '', message: `Interrupted in ${lanes.running.join(', ')}.\n` } });
      break;
    }
  }
  await keepTimes(times);
  for (const event of summary.events(files.length)) emit(event);

  function begin(file: string): Promise<void> {
    const startedMs = performance.now();
    const ended: Promise<void> = runFile(file, options, summary, emit).finally(() => {
      times.set(file, Math.round(performance.now() - startedMs));
      lanes.ended(file);
      running.delete(ended);
    });
    return ended;
  }
}

/** Events that reporters take in any order, for what runs now. */
const isLive = ({ type }: TestEvent): boolean => type === 'test:dequeue' || type === 'test:complete';

/** A file without a test is no pass. */
const isPass = ({ type, data }: TestEvent): boolean =>
  type === 'test:summary' && data.file === undefined && data.success && data.counts.tests > 0;

async function runFile(file: string, options: RunOptions, summary: Summary, emit: (event: TestEvent) => unknown): Promise<void> {
  const preloads = [own('test-process.ts'), ...(kindOf(file) === 'computes' ? [own('low-priority.ts')] : [])];
  const longer = busyFactor(loadavg()[0] ?? 0, availableParallelism());
  const limit = setTimeout(() => void endFile(file), longer * options.fileMs);
  const held: TestEvent[] = [];
  const events = run({
    files: [file],
    cwd: options.root,
    concurrency: 1,
    timeout: longer * options.testMs,
    execArgv: preloads.flatMap((preload) => ['--import', preload]),
  });
  for await (const event of events as AsyncIterable<TestEvent>) {
    if (isPass(event)) options.passed?.(file);
    if (isLive(event)) emit(event);
    else if (!summary.takes(event)) held.push(event);
  }
  clearTimeout(limit);
  for (const event of held) emit(event);
}

/** Ends the process of a test file, and what it started. */
async function endFile(file: string): Promise<void> {
  process.stderr.write(`${file} took too long: it is ended.\n`);
  for (const pid of await descendants(process.pid)) {
    const argv = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (argv.split('\0').some((arg) => arg === file || arg.endsWith(`/${file}`))) await endProcesses([...(await descendants(pid)), pid]);
  }
}
