import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { threadState } from '../../../core/session/columns/sample-columns.ts';
import { compileWithMock } from '../sanitized.ts';

/** jvmtiThreadState of ART. */
const [RUNNABLE, ASLEEP] = ['5', 'e1'];
const { running, sleeping } = threadState;

suite('a thread whose walk was put off, as it got little CPU since the last one', { timeout: 300_000 }, () => {
  let folder: string;
  let program: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'laglens-postponed-'));
    const sanitizers = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
    program = await compileWithMock('postponed', folder, ...sanitizers, '-Wl,--wrap=laglens_now_us,--wrap=laglens_thread_cpu');
  });
  after(() => rm(folder, { recursive: true }));

  /** @param samples time and CPU time in microseconds, state, frame; 5 ms apart @returns begin, state and node of the run after each */
  async function runsAfter(...samples: readonly (readonly [atUs: number, cpuUs: number, state: string, frame: number])[]) {
    const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' };
    const { stdout } = await promisify(execFile)(
      program,
      samples.map((sample) => sample.join(':')),
      { env },
    );
    return stdout
      .trim()
      .split('\n')
      .map((line) => line.split(' ').map(Number));
  }

  test('has the stack of its next walk from when that was put off, if it ran no more since than a tenth of the interval', async () => {
    assert.deepEqual(await runsAfter([10_000, 1_000, RUNNABLE, 1], [15_000, 3_200, RUNNABLE, 2], [20_000, 3_600, RUNNABLE, 2]), [
      [10_000, running, 1],
      [10_000, running, 1],
      [15_000, running, 2],
    ]);
  });

  test('ran when its walk was put off: a wait that is seen later does not begin there', async () => {
    assert.deepEqual(await runsAfter([10_000, 1_000, RUNNABLE, 1], [15_000, 1_200, RUNNABLE, 1], [20_000, 1_400, ASLEEP, 2]), [
      [10_000, running, 1],
      [10_000, running, 1],
      [20_000, sleeping, 2],
    ]);
  });
});
