import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, lagsOf, message, ms } from '../../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../../tests/core/scripted-app.ts';
import { ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { SessionModel } from '../../session/model/model.ts';
import { frameOf } from '../frames/frame.ts';
import { longestRecentStack, recentStacks, repeatCount } from './recent-stacks.ts';

test('of the twenty stacks of the last second the one counts whose innermost frame repeated most', () => {
  // The check is at 1,001 ms. Stacks of 50 ms before it: at 51, 101, …, 1,001. Main was at 10 up to 280 ms (51 to 251: five times),
  // at 20 up to 680 (301 to 651: eight times), at 30 to the end (701 to 1,001: seven times).
  const phone = new ScriptedPhone().turn(1_001 * ms, [], {
    parts: [
      { us: 280 * ms, stack: ['Debug 1', 'Debug 10'] },
      { us: 400 * ms, stack: ['Debug 1', 'Debug 1', 'Debug 20'] },
      { us: 321 * ms, stack: ['Debug 1', 'Debug 30'] },
    ],
  });
  const model = new SessionModel();
  for (const message of phone.messages) model.apply(message);
  const [main] = model.threads;
  assert.ok(main);
  const recent = recentStacks(model, main, 1_001 * ms);
  assert.deepEqual(recent.repeats, [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6]);
  assert.equal(recent.longest, 12);
  const innermost = (index: number): number => model.methods[model.nodes.method[recent.stacks[index] ?? 0] ?? 0]?.offset ?? -1;
  assert.deepEqual([innermost(0), innermost(12), innermost(19)], [10, 20, 30]);
  // `Debug 1` calls itself in eight of the stacks: 20 + 8.
  const caller = model.nodes.parent[recent.stacks[0] ?? 0] ?? 0;
  assert.equal(repeatCount(model, recent, caller), 28);
  assert.equal(repeatCount(model, recent, recent.stacks[12] ?? 0), 8);
});

test('of stacks that repeated as often the latest counts, and before the first sample there is none', () => {
  // The check is at 251 ms: stacks at 1, 51, … 251; the first sample is at 2.5 ms. 10 at 51 and 101; 20 at 151 and 201; 30 at 251.
  const phone = new ScriptedPhone().turn(251 * ms, [], {
    parts: [
      { us: 120 * ms, stack: ['Debug 10'] },
      { us: 100 * ms, stack: ['Debug 20'] },
      { us: 31 * ms, stack: ['Debug 30'] },
    ],
  });
  const model = new SessionModel();
  for (const message of phone.messages) model.apply(message);
  const [main] = model.threads;
  assert.ok(main);
  const recent = recentStacks(model, main, 251 * ms, { stacks: 6, intervalUs: 50_000 });
  assert.deepEqual(recent.repeats, [0, 0, 1, 0, 1, 0]);
  assert.equal(recent.stacks[0], 0);
  assert.equal(recent.longest, 4);
});

test('the stack that took longest in the last second of a hang is reported with its share and its repeats', () => {
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
