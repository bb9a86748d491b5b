import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, lagsOf, message, ms } from '../../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../../tests/core/scripted-app.ts';
import { ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { frameOf } from '../frames/frame.ts';
import { longestRecentStack } from './longest-recent-stack.ts';

test('the stack that took longest in the last second of a hang is told with its share and its repeats', () => {
  // The turn lasts from 100 to 1,300 ms: twenty looks at 350, 400, … 1,300. Main is at 10 up to 500, at 20 up to 1,100, at 30 to the
  // end, sampled every 5 ms from 2.5 on, and a stack lasts until the next one was seen. So 350 to 500 are four looks at 10, 550 to
  // 1,100 twelve at 20, 1,150 to 1,300 four at 30.
  const phone = new ScriptedPhone().idle(100 * ms).turn(1_200 * ms, [], {
    parts: [
      { us: 400 * ms, stack: ['Debug 1', 'Debug 10'] },
      { us: 600 * ms, stack: ['Debug 1', 'Debug 1', 'Debug 20'] },
      { us: 200 * ms, stack: ['Debug 1', 'Debug 30'] },
    ],
  });
  const app = new AnalyzedApp().replay(phone.idle(200 * ms).messages);
  const [lag] = app.detector.lags;
  assert.ok(lag);
  const recent = longestRecentStack(app.model, lag);
  assert.ok(recent);
  assert.deepEqual([recent.inARow, recent.samples, recent.overUs], [12, 20, 1_000 * ms]);
  // `Debug 1` stands twice in the twelve, once in the eight others: 32.
  const inner = recent.frames.slice(0, 3).map(({ node, repeats }) => [frameOf(app.model, node).label, repeats]);
  assert.deepEqual(inner, [
    ['Shop.debug.dylib + 0x14', 12],
    ['Shop.debug.dylib + 0x1', 32],
    ['Shop.debug.dylib + 0x1', 32],
  ]);
});

test('of a lag that is shorter than a second all is looked at, on Android as on iOS', () => {
  // 200 ms are four looks.
  const deeds = [message(200 * ms, 'com.example.Feed.load:7', 'com.example.Cart.total:9')];
  const app = new AnalyzedApp().replay(scriptedApp(deeds));
  const [lag] = lagsOf(deeds);
  assert.ok(lag);
  const recent = longestRecentStack(app.model, lag);
  assert.ok(recent);
  assert.deepEqual([recent.inARow, recent.samples, recent.overUs], [4, 4, 200 * ms]);
  assert.equal(frameOf(app.model, recent.frames[0]?.node ?? 0).label, 'Cart.total');
});

test('a load of the whole app has none, nor has a lag that nobody looked at', () => {
  const app = new AnalyzedApp().replay(
    new ScriptedPhone()
      .idle(100 * ms)
      .turn(300 * ms, ['Debug 1'])
      .idle(200 * ms).messages,
  );
  const [lag] = app.detector.lags;
  assert.ok(lag);
  assert.equal(longestRecentStack(app.model, { ...lag, band: 'load' }), undefined);
  assert.equal(longestRecentStack(app.model, { ...lag, thread: 1 }), undefined);
});
