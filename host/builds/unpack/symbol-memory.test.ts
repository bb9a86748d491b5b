import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SymbolMemory } from './symbol-memory.ts';

test('who unpacks gets the memory of the files that were used longest ago, at once', () => {
  const memory = new SymbolMemory({ held: 10 << 20, perQuestion: 100 << 20 });
  const evicted: string[] = [];
  const files = ['one', 'two', 'three'].map((name) => memory.file(() => void evicted.push(name)));
  const [one, two, three] = files;
  assert.ok(one && two && three);
  const bytes = new Uint8Array(4 << 20);
  one.claim('one', bytes.length);
  one.made(bytes);
  two.claim('two', 4 << 20);
  one.used();
  three.claim('three', 4 << 20);
  assert.deepEqual([evicted, memory.held], [['two'], 8 << 20]);
  three.claim('three', 4 << 20);
  // Its buffer is gone, not left to the garbage collection.
  assert.deepEqual([evicted, memory.held, bytes.length], [['two', 'one'], 8 << 20, 0]);
});

test('no file gets more than there is, no question more than it may, and what is let go of may be claimed again', () => {
  const memory = new SymbolMemory({ held: 10, perQuestion: 25 });
  const file = memory.file(() => assert.fail('it alone is there'));
  file.claim('.debug_info', 6);
  assert.throws(() => file.claim('.debug_str', 5), { code: 'symbols-unsupported', message: /\.debug_str/ });
  for (let i = 0; i < 2; i++) {
    file.free();
    file.claim('.debug_info', 9);
  }
  file.free();
  assert.throws(() => file.claim('.debug_info', 9), { code: 'symbols-unsupported' });
  memory.beginQuestion();
  file.claim('.debug_info', 9);
  assert.deepEqual([memory.held, memory.unpacked], [9, 9]);
});

test('a file’s own bytes make room, too, and may alone be more than there is', () => {
  const memory = new SymbolMemory({ held: 10, perQuestion: 100 });
  const evicted: string[] = [];
  memory.file(() => void evicted.push('one')).open(8);
  const large = memory.file(() => void evicted.push('large'));
  large.open(50);
  assert.deepEqual([evicted, memory.held], [['one'], 50]);
  memory.file(() => assert.fail('it is the last one')).claim('.debug_info', 5);
  assert.deepEqual([evicted, memory.held], [['one', 'large'], 5]);
});
