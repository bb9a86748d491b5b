import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, ms } from '../../../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../../../tests/core/scripted-app.ts';

for (const [release, depth] of [
  ['11', 3],
  ['14', 4],
  ['14', 5],
] as const) {
  test(`a looper is known by the innermost of its own frames (Android ${release}, ${depth} frames read)`, () => {
    // Below the looper's loop (up to 11) or loopOnce (from 12 on) come next and the two frames of the handler. All that is above
    // the frames read is not seen. Idle until 95 ms, the handler from 105 to 395, idle from 405 on.
    const stack = release === '11' ? ['com.example.Index.queueIdle:7'] : ['com.example.Index.queueIdle:7', 'com.example.Index.build:12'];
    const messages = scriptedApp([idle(100 * ms), { kind: 'idleHandler', us: 300 * ms, stack }, idle(300 * ms)], { release, depth });
    assert.deepEqual(new AnalyzedApp().take(...messages).lines, [`idleHandler 100 300 ${stack.at(-1)}`]);
  });
}
