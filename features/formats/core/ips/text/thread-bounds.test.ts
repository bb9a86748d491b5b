import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProcessBlock } from './process-block.ts';
import { SampleLines } from './sample-lines.ts';
import { TextFields } from './text-fields.ts';
import { TextImages } from './text-images.ts';

const MOST_THREADS = 32_768;

test('threads of a spindump beyond the bound are counted with their calls', () => {
  const block = new ProcessBlock('Shop', 7);
  for (let at = 0; at < MOST_THREADS; at++) assert.equal(block.add(`  Thread 0x${(at + 1).toString(16)}    1 samples (1-1)`), true);
  assert.equal(block.add('  Thread 0xfffff    1 samples (1-1)'), 'threads beyond the bound');
  assert.equal(block.add('  1  start + 42 (dyld + 1234) [0x1a2b]'), 'calls of threads beyond the bound');
  assert.deepEqual([block.threads.length, block.threads.at(-1)?.rows.length], [MOST_THREADS, 0]);
});

test('threads of sample’s output beyond the bound are counted with their calls', () => {
  const tables = { image: () => 0, frame: () => 0, stack: () => 0 };
  const lines = new SampleLines(new TextFields(), new TextImages({ tables }, 4));
  lines.add('Call graph:');
  for (let at = 0; at < MOST_THREADS; at++) assert.equal(lines.add(`    1 Thread_${at + 1}`), true);
  assert.equal(lines.add(`    1 Thread_${MOST_THREADS + 1}`), 'threads beyond the bound');
  assert.equal(lines.add('    + 1 start  (in dyld) + 1  [0x1000]'), 'calls of threads beyond the bound');
  assert.equal(lines.threads.length, MOST_THREADS);
});

test('the last words of a row say whether a spindump is a timeline', () => {
  const isTimeline = (row: string): boolean => {
    const block = new ProcessBlock('Shop', 7);
    assert.equal(block.add(row), true);
    return block.isTimeline;
  };
  assert.equal(isTimeline('  12  start + 42 (dyld + 1234) [0x1a2b] 1-12'), true);
  assert.equal(isTimeline('  12  start + 42 (dyld + 1234) [0x1a2b] (running) 1-12'), true);
  assert.equal(isTimeline('  12  start + 42 (dyld + 1234) [0x1a2b] (running)'), false);
});
