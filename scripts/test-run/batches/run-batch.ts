import { availableParallelism, loadavg } from 'node:os';
import { run } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { endFile } from '../end-file.ts';
import { preloadsFor } from '../preloads.ts';
import { busyFactor } from '../processors.ts';
import type { RunOptions } from '../run-options.ts';
import { BatchEvents, type BatchListener } from './batch-events.ts';

const program = fileURLToPath(new URL('batch-process.ts', import.meta.url));

/**
 * Runs test files in one process. Where a file ends it, or takes too long, that file fails, and those behind it have a new process.
 * Events are those of a process for each file.
 */
export async function runBatch(files: readonly string[], options: RunOptions, listener: BatchListener): Promise<void> {
  for (let left = files; left.length > 0; ) left = await runProcess(left, options, listener);
}

async function runProcess(files: readonly string[], options: RunOptions, listener: BatchListener): Promise<readonly string[]> {
  const longer = busyFactor(loadavg()[0] ?? 0, availableParallelism());
  const limited = (file: string): NodeJS.Timeout => setTimeout(() => void endFile(file), longer * options.fileMs);
  let limit = limited(files[0] ?? '');
  const events = new BatchEvents(options.root, files, {
    emit: (event) => listener.emit(event),
    begun: (file) => {
      clearTimeout(limit);
      limit = limited(file);
      listener.begun(file);
    },
    ended: (file, ms, isPassed) => listener.ended(file, ms, isPassed),
  });
  const ran: AsyncIterable<TestEvent> = run({
    ...{ files: [program], argv: [...files], cwd: options.root, concurrency: 1, timeout: longer * options.testMs },
    execArgv: preloadsFor('computes'),
  });
  for await (const event of ran) events.take(event);
  clearTimeout(limit);
  return events.finish();
}
