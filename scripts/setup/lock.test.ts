import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { oneAtATime } from './lock.ts';

test('work under one lock never overlaps, and a failure gives the lock back', async (t) => {
  const lock = await lockPath((work) => t.after(work));
  let running = 0;
  const work = async (): Promise<void> => {
    assert.equal(++running, 1);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
  };
  await assert.rejects(
    oneAtATime(lock, () => Promise.reject(new Error('no'))),
    /no/,
  );
  await Promise.all([oneAtATime(lock, work), oneAtATime(lock, work), oneAtATime(lock, work)]);
});

test('the lock of a process that is gone is taken over', async (t) => {
  const lock = await lockPath((work) => t.after(work));
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  await writeFile(lock, String(pid));
  assert.equal(await oneAtATime(lock, async () => 'done'), 'done');
});

async function lockPath(after: (work: () => Promise<void>) => void): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'laglens-lock-'));
  after(() => rm(dir, { recursive: true, force: true }));
  return join(dir, 'lock');
}
