import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TURN_MS } from '../../core/session/turns.ts';
import { Encoder } from '../../core/wire/codec.ts';
import type { Message } from '../../core/wire/schema.ts';
import { CountedTurns } from '../../tests/hostile/counted-turns.ts';
import { beginning } from '../../tests/hostile/packed-session.ts';
import type { PageSource } from '../page/page-source.ts';
import { HeatSession } from './heat-session.ts';

const LAGS = 2_000;

/** A file whose main thread works on messages of 150 ms, one after the other. */
function fileOfLags(): PageSource {
  const encoder = new Encoder();
  const pieces: Uint8Array[] = [];
  const add = (message: Message): void => void pieces.push(encoder.encode(message));
  beginning.forEach(add);
  add({ type: 'thread', thread: 1, tid: 1, name: 'main', group: '', flags: 1, atUs: 5_000 });
  for (let lag = 0; lag < LAGS; lag++) {
    const beginUs = 10_000 + lag * 200_000;
    add({ type: 'messageBegin', thread: 1, atUs: beginUs, target: 0, callback: 0, what: 0 });
    add({ type: 'messageEnd', thread: 1, atUs: beginUs + 150_000, target: 0, callback: 0, what: 0 });
  }
  return {
    about: { session: 'lags', title: 'lags', live: false, keepsNames: false },
    phase: { phase: 'recorded', detail: '' },
    warnings: [],
    onDidChange: () => ({ dispose: () => undefined }),
    async *stream() {},
    async *replay() {
      yield { data: new Uint8Array(Buffer.concat(pieces)), catchingUp: false, chunk: true };
    },
    async *snapshot() {},
    save: async () => undefined,
  };
}

test('the lags of a file are judged in short turns, also by another threshold, and stay until they are', async () => {
  const driver = new CountedTurns();
  const session = new HeatSession(fileOfLags(), 100_000, driver);
  await session.read(() => undefined);
  const found = session.lags.length;
  assert.ok(found >= LAGS - 1, `${found} lags`);
  // A step for each lag, and others have their turn after TURN_MS of them.
  assert.ok(driver.steps >= found, `${driver.steps} steps`);
  assert.ok(driver.turns >= Math.floor(driver.steps / (TURN_MS + 2)), `${driver.turns} turns of ${driver.steps} steps`);

  const before = driver.turns;
  session.setThreshold(120_000);
  const updated = session.update();
  assert.equal(session.lags.length, found);
  await updated;
  assert.ok(driver.turns - before >= found / (TURN_MS + 2), `${driver.turns - before} turns`);
  session.setThreshold(190_000);
  await session.update();
  assert.ok(session.lags.length < found, `${session.lags.length} lags`);
});

test('a session that is closed while it is judged ends without an error', async () => {
  const session = new HeatSession(fileOfLags(), 100_000);
  const read = session.read(() => undefined);
  session.setThreshold(120_000);
  const updated = session.update();
  session.dispose();
  await Promise.all([read, updated]);
});
