import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helloMessage } from '../../../tests/core/sample-stream.ts';
import { BLOCK_ROWS } from '../../columns/packed-block.ts';
import { SessionModel } from './model.ts';

const ROWS = 10_000;

test('once a session was read whole, only main has more than a block of unpacked rows', () => {
  const model = new SessionModel();
  model.apply(helloMessage(0));
  for (const thread of [1, 2])
    model.apply({ type: 'thread', thread, tid: thread, name: `t${thread}`, group: 'main', flags: thread === 1 ? 1 : 0, atUs: 0 });
  for (let row = 0; row < ROWS; row++) for (const thread of [1, 2]) model.sample(thread, row * 1_000, 0, 0, 0, 0);
  model.pack();
  const [main, other] = model.threads;
  assert.equal(main?.samples.unpacked, ROWS);
  assert.equal(other?.samples.length, ROWS);
  assert.ok(other.samples.unpacked <= BLOCK_ROWS, `${other.samples.unpacked} rows`);
});
