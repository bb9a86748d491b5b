import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TombstoneText } from '../tombstone/tombstone-text.ts';
import { FrameRoom } from './frame-room.ts';

test('a report holds 4,096 frames of a thread, and 2^20 of all threads', () => {
  const room = new FrameRoom();
  for (let thread = 0; thread < 256; thread++) {
    const frames: number[] = [];
    for (let at = 0; at < 4_096; at++) assert.equal(room.add(frames, at), true);
    assert.equal(room.add(frames, 0), 'frames beyond 4,096 of a thread');
  }
  const frames: number[] = [];
  assert.equal(room.add(frames, 0), 'frames beyond the bound of all threads');
  assert.equal(frames.length, 0);
});

test('threads of a tombstone’s text beyond the bound are counted, and their frames are no other thread’s', () => {
  const text = new TombstoneText();
  for (let tid = 1; tid <= 32_768; tid++) assert.equal(text.add(`pid: 1, tid: ${tid}, name: w  >>> app <<<`), true);
  assert.equal(text.add('pid: 1, tid: 40000, name: w  >>> app <<<'), 'threads beyond the bound');
  text.add('backtrace:');
  text.add('#00 pc 0001 /lib/libc.so');
  assert.deepEqual([text.found.threads.length, text.found.threads.at(-1)?.frames.length], [32_768, 0]);
});
