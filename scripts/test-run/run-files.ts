import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism, freemem, loadavg } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { run } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { setTimeout as pause } from 'node:timers/promises';
import type { BatchListener } from './batches/batch-events.ts';
import { makeBatches, timesOfBatches } from './batches/make-batches.ts';
import { OwnProcess } from './batches/own-process.ts';
import { runBatch } from './batches/run-batch.ts';
import { isLive } from './batches/test-events.ts';
import { endFile } from './end-file.ts';
import { keepTimes, readTimes } from './file-times.ts';
import { kindOf, Lanes } from './lanes.ts';
import { preloadsFor } from './preloads.ts';
import { busyFactor, type Shares, SpareProcessors } from './processors.ts';
import type { RunOptions } from './run-options.ts';
import { Summary } from './summary.ts';

/** Waiting files that begin use their processors seconds later. */
const LOOK_MS = 3_000;
/** For one more VS Code with its browser. */
const ROOM_BYTES = 3e9;

/**
 * Runs test files, several processes at once. Files that leave a process as it was share one (batches/), others have their own. Events are
 * those of one run of Node's test runner: of each file together, as it ends, and sums of all at the end; only `test:dequeue` and
 * `test:complete` come at once.
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
  const processes = availableParallelism();
  const batches = makeBatches(files, mayShare(options.root), times, processes);
  // A batch goes by its first file.
  const byFirst = new Map(batches.map((batch) => [batch[0] ?? '', batch]));
  const lanes = new Lanes([...byFirst.keys()], processes, timesOfBatches(batches, times));
  const current = new Map<string, string>();
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
      emit({
        type: 'test:stderr',
        data: { file: '', message: `Interrupted in ${lanes.running.map((first) => current.get(first) ?? first).join(', ')}.\n` },
      });
      break;
    }
  }
  await keepTimes(times);
  for (const event of summary.events(files.length)) emit(event);

  function begin(first: string): Promise<void> {
    const batch = byFirst.get(first) ?? [first];
    const work = batch.length > 1 ? runBatch(batch, options, listener(first)) : runFile(first, options, summary, emit, times);
    const ended: Promise<void> = work.finally(() => {
      lanes.ended(first);
      running.delete(ended);
    });
    return ended;
  }

  function listener(first: string): BatchListener {
    return {
      emit: (event) => {
        summary.add(event);
        emit(event);
      },
      begun: (file) => current.set(first, file),
      ended: (file, ms, isPassed) => {
        summary.addFile();
        times.set(file, Math.round(ms));
        if (isPassed) options.passed?.(file);
      },
    };
  }
}

/** By the texts of modules below the root. */
function mayShare(root: string): (file: string) => boolean {
  const own = new OwnProcess((path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined));
  return (file) => kindOf(file) === 'computes' && own.reasonFor(file) === undefined;
}

/** A file without a test is no pass. */
const isPass = ({ type, data }: TestEvent): boolean =>
  type === 'test:summary' && data.file === undefined && data.success && data.counts.tests > 0;

async function runFile(
  file: string,
  options: RunOptions,
  summary: Summary,
  emit: (event: TestEvent) => unknown,
  times: Map<string, number>,
): Promise<void> {
  const startedMs = performance.now();
  const longer = busyFactor(loadavg()[0] ?? 0, availableParallelism());
  const limit = setTimeout(() => void endFile(file), longer * options.fileMs);
  const held: TestEvent[] = [];
  const events = run({
    files: [file],
    cwd: options.root,
    concurrency: 1,
    timeout: longer * options.testMs,
    execArgv: preloadsFor(kindOf(file)),
  });
  for await (const event of events as AsyncIterable<TestEvent>) {
    if (isPass(event)) options.passed?.(file);
    if (isLive(event)) emit(event);
    else if (!summary.takes(event)) held.push(event);
  }
  clearTimeout(limit);
  for (const event of held) emit(event);
  times.set(file, Math.round(performance.now() - startedMs));
}
