import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameParts } from './breakable-name.ts';

test('a name breaks behind punctuation and before capitals, never within a word', () => {
  assert.deepEqual(nameParts('Choreographer$FrameHandler what=0'), ['Choreographer$', 'Frame', 'Handler what=0']);
  assert.deepEqual(nameParts('com.example.Cart$$Lambda'), ['com.', 'example.', 'Cart$$', 'Lambda']);
  assert.deepEqual(nameParts('Block(ViewRootImpl)'), ['Block(', 'View', 'Root', 'Impl)']);
  assert.deepEqual(nameParts('UITrackingRunLoopMode'), ['UITracking', 'Run', 'Loop', 'Mode']);
  assert.deepEqual(nameParts('?'), ['?']);
});
