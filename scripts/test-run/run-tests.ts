import { constants } from 'node:os';
import type { TestEvent } from 'node:test/reporters';
import { descendants, endProcesses } from './descendants.ts';
import { runFiles } from './run-files.ts';
import type { RunOptions } from './run-options.ts';
import { specWithTimes } from './spec-with-times.ts';
import { stillRunning } from './still-running.ts';
import type { Step } from './time-table.ts';

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs test files, and reports them on standard output. Ctrl-C or a termination ends all their processes.
 * @param options `note` follows the table of times
 * @param steps before, for the table of times
 * @returns the exit code: 0 if all tests passed
 */
export async function runTests(
  files: readonly string[],
  { note = '', ...options }: Omit<RunOptions, 'signal'> & { readonly note?: string },
  steps: readonly Step[],
  say: (line: string) => void,
): Promise<number> {
  const abort = new AbortController();
  let code = 1;
  let ended = Promise.resolve();
  const interrupt = (signal: (typeof endingSignals)[number]): void => {
    if (abort.signal.aborted) return;
    code = 128 + constants.signals[signal];
    ended = descendants(process.pid).then(endProcesses);
    abort.abort();
  };
  for (const signal of endingSignals) process.on(signal, interrupt);
  try {
    const events = stillRunning(runFiles(files, { ...options, signal: abort.signal }), say);
    const pieces = specWithTimes(
      judged(events, (isSuccess) => {
        if (!abort.signal.aborted) code = isSuccess ? 0 : 1;
      }),
      steps,
      note,
    );
    for await (const piece of pieces) process.stdout.write(piece);
    await ended;
  } finally {
    for (const signal of endingSignals) process.off(signal, interrupt);
  }
  return code;
}

async function* judged(events: AsyncIterable<TestEvent>, judge: (isSuccess: boolean) => void): AsyncGenerator<TestEvent> {
  for await (const event of events) {
    if (event.type === 'test:summary' && event.data.file === undefined) judge(event.data.success);
    yield event;
  }
}
