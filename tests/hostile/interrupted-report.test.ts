import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { reportInSteps } from '../../cli/report/session-report.ts';
import { replaySession } from '../../core/session/file/replay.ts';
import { Turns } from '../../core/session/file/turns.ts';
import { inflateDriver, SessionFile } from '../../host/session-file.ts';
import { sessionBytes } from '../core/memory-session.ts';
import { sampleStream } from '../core/sample-stream.ts';
import { CountedTurns } from './counted-turns.ts';
import { modelSession } from './model-sessions.ts';

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const files = ['hostile', 'honest'] as const;

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens interrupted '));
  await writeFile(pathOf('hostile'), modelSession('lags', 3));
  const shape = { seed: 3, samples: 300_000, threads: 4, depth: 30, methods: 3_000, nodes: 20_000 };
  await writeFile(pathOf('honest'), await sessionBytes(sampleStream(shape)));
});
after(() => rm(folder, { recursive: true }));

function pathOf(name: (typeof files)[number]): string {
  return join(folder, `${name}.laglens`);
}

/** Runs `laglens report --tree` up to a turn of its work that is interrupted. Returns the steps before and after. */
async function stoppedAt(
  path: string,
  moment: number,
): Promise<{ readonly steps: number; readonly after: number; readonly error: unknown }> {
  const stop = new AbortController();
  const counted = new CountedTurns();
  let stepsThen = 0;
  const driver = {
    ...inflateDriver,
    nowMs: () => counted.nowMs(),
    async turn() {
      await counted.turn();
      if (counted.turns !== moment) return;
      stepsThen = counted.steps;
      stop.abort();
    },
  };
  const file = await SessionFile.open(path);
  try {
    const { model } = await replaySession(file, driver, stop.signal);
    const options = { name: '', thresholdUs: 100_000, isAppClass: () => true, tree: true };
    await new Turns(driver, stop.signal).run(reportInSteps(model, options));
    return { steps: counted.steps, after: counted.steps - stepsThen, error: undefined };
  } catch (error) {
    return { steps: counted.steps, after: counted.steps - stepsThen, error };
  } finally {
    await file.close();
  }
}

for (const name of files) {
  test(`a stop is heard at every moment of reading and judging an ${name} session`, { timeout: 600_000 }, async () => {
    const whole = await stoppedAt(pathOf(name), Number.POSITIVE_INFINITY);
    assert.equal(whole.error, undefined);
    // The last turns are those of judging and of trees: of `honest` few, as most of its time is reading.
    const turns = Math.floor(whole.steps / 8);
    for (const moment of [1, Math.floor(turns / 3), Math.floor((turns * 2) / 3), turns - 5]) {
      const { error, after: stepsAfter } = await stoppedAt(pathOf(name), moment);
      assert.ok(error instanceof Error && error.name === 'AbortError', `turn ${moment} of ${turns}: ${error}`);
      // One look at the clock stands behind each turn.
      assert.ok(stepsAfter <= 1, `${stepsAfter} steps`);
    }
  });

  test(`Ctrl-C ends the report of an ${name} session with 130`, { timeout: 600_000 }, async () => {
    const child = spawn(process.execPath, [main, 'report', '--tree', pathOf(name)], { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = once(child, 'exit');
    await hasOpen(child.pid ?? 0, pathOf(name));
    child.kill('SIGINT');
    assert.deepEqual(await ended, [130, null]);
  });
}

/** Waits until a process has a file open, as Linux tells. */
async function hasOpen(pid: number, path: string): Promise<void> {
  for (;;) {
    const handles = await readdir(`/proc/${pid}/fd`);
    const links = await Promise.all(handles.map((handle) => readlink(`/proc/${pid}/fd/${handle}`).catch(() => '')));
    if (links.includes(path)) return;
    await turn();
  }
}
