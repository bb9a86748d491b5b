import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { exactly, StreamEnded } from './input.ts';

describe('taking exactly so many bytes of a stream', () => {
  test('leaves the computer to others while too few are there', async () => {
    const stream = new PassThrough();
    stream.write('ab');
    const taken = exactly(stream, 4);
    // A reader that asks again and again in between would never let this come.
    await turn();
    stream.write('cdef');
    assert.equal((await taken).toString(), 'abcd');
    assert.equal((await exactly(stream, 2)).toString(), 'ef');
  });

  test('takes more than a stream holds at once', async () => {
    const stream = new PassThrough({ highWaterMark: 16 });
    const taken = exactly(stream, 1000);
    for (let i = 0; i < 100; i++) stream.write(Buffer.alloc(10, i));
    const bytes = await taken;
    assert.deepEqual([bytes[0], bytes[999]], [0, 99]);
  });

  test('says so when the stream is over before', async () => {
    const ended = new PassThrough();
    ended.end('ab');
    await assert.rejects(exactly(ended, 4), StreamEnded);
    const cut = new PassThrough();
    const taken = exactly(cut, 4);
    cut.destroy();
    await assert.rejects(taken, StreamEnded);
    await assert.rejects(exactly(cut, 1), StreamEnded);
  });
});
