import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Recovery } from '../../host/capture/recover.ts';
import { seededRandom } from '../core/sample-stream.ts';
import { recordedEnd } from '../soak/recorded-end.ts';
import { FakeDevice, hello } from './fake-agent.ts';

const recorder = fileURLToPath(new URL('record-from.ts', import.meta.url));

const SEED = 20_261_122;
const KILLS = 40;
const AT_ONCE = 4;
const MOST_LOST_MS = 1_000;
const LONGEST_MS = 2_500;
const DOT_MS = 50;

/** A message of the agent, with its time. */
interface Said {
  readonly atUs: number;
  readonly atMs: number;
}

test(`${KILLS} recorders are killed: at most the last second is lost, nothing is asked, and each leaves one file`, async (t) => {
  const random = seededRandom(SEED);
  const moments = Array.from({ length: KILLS }, () => Math.round(random() * LONGEST_MS));
  let most = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let afterMs = moments.pop(); afterMs !== undefined; afterMs = moments.pop()) most = Math.max(most, await killedAfter(afterMs));
    }),
  );
  t.diagnostic(`seed ${SEED}; at most ${Math.round(most)} ms were lost`);
});

/** Gives the milliseconds that were lost. */
async function killedAfter(afterMs: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-kill-'));
  const said: Said[] = [];
  let timer: NodeJS.Timeout | undefined;
  const device = await FakeDevice.start((talk) => {
    talk.say(hello(1_000_000));
    timer = setInterval(() => {
      const atUs = 1_000_000 + said.length * 10_000;
      talk.say({ type: 'tick', atUs, rounds: 1 });
      said.push({ atUs, atMs: performance.now() });
    }, 10);
  });
  const path = join(folder, 'shop.laglens');
  const child = spawn(process.execPath, [recorder, device.folder, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    await once(child.stdout, 'data');
    let lastDotMs = performance.now();
    let stalledMs = 0;
    child.stdout.on('data', () => {
      stalledMs = Math.max(stalledMs, performance.now() - lastDotMs - DOT_MS);
      lastDotMs = performance.now();
    });
    await pause(afterMs);
    const killedMs = performance.now();
    child.kill('SIGKILL');
    await exited;
    clearInterval(timer);
    // A computer that stops the recorder also stops its timer: what it stood still is not lost by the recorder.
    const since = killedMs - MOST_LOST_MS - Math.max(stalledMs, killedMs - lastDotMs - DOT_MS, 0);
    const due = said.findLast(({ atMs }) => atMs < since)?.atUs ?? 0;
    const failed = (error: Error): never => assert.fail(error.message);
    const { paths, waiting } = await new Recovery({ folder, failed }).recoverAbandoned();
    assert.equal(waiting, 0, 'it is judged at once');
    const names = await readdir(folder);
    // In its first half second nothing may have been written, and then there is nothing to keep.
    if (paths.length === 0) assert.deepEqual({ due, names }, { due: 0, names: [] });
    if (paths.length === 0) return afterMs;
    assert.deepEqual({ paths, names }, { paths: [path], names: ['shop.laglens'] });
    const { report, lastTickUs } = await recordedEnd(path);
    assert.deepEqual({ cut: report.truncated, bad: report.badChunks }, { cut: false, bad: 0 });
    assert.ok(lastTickUs >= due, `recorded until ${lastTickUs}, but ${due} was sent over a second before the kill`);
    return killedMs - (said.findLast(({ atUs }) => atUs <= lastTickUs)?.atMs ?? killedMs);
  } finally {
    child.kill('SIGKILL');
    await exited;
    clearInterval(timer);
    await device.close();
    await rm(folder, { recursive: true });
  }
}
