import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DumpThreads } from './dump-threads.ts';

test('a short line that repeats a frame makes no more frames than the bound of all threads', () => {
  const threads = new DumpThreads();
  for (let at = 0; at < 300; at++)
    for (const line of ['"w" tid=9 Native', 'at a.B.c(B.java)', '... repeated 4095 times']) threads.add(line);
  const held = threads.all(0).threads.reduce((sum, { frames }) => sum + frames.length, 0);
  // 2^20 of 300 * 4096.
  assert.deepEqual([held, threads.cutFrames], [1_048_576, 180_224]);
});

test('threads and waiting channels beyond the bound are counted; their frames are no other thread’s', () => {
  const threads = new DumpThreads();
  for (let at = 0; at <= 32_768; at++) threads.add(`"w" prio=5 tid=${at + 2} Native`);
  threads.add('at a.B.c(B.java)');
  assert.deepEqual([threads.all(0).threads.length, threads.cutThreads, threads.hasFrames], [32_768, 1, false]);
  const channels = new DumpThreads();
  for (let at = 0; at <= 32_768; at++) channels.add(`sysTid=${at + 1}  do_epoll_wait`);
  assert.deepEqual([channels.all(0).threads.length, channels.cutThreads], [32_768, 1]);
});
