import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { processMessage, sampleStream } from '../../../tests/core/sample-stream.ts';
import { type Deed, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { nameOf, ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import type { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { callSiteOf, frameOf } from '../frames/frame.ts';
import type { Lag } from '../lags/lag.ts';
import { rowBlockedShare } from '../threads/blocked-time.ts';
import { rowBusyShare } from '../threads/busy-time.ts';
import { waitsForMessages } from '../threads/idle.ts';
import { rowReadyShare } from '../threads/ready-time.ts';
import { visitSpans } from '../threads/spans.ts';
import type { Cost } from './cost-columns.ts';
import type { FileHeat } from './file-costs.ts';
import type { CodeOrigin } from './file-tree.ts';
import { LineCosts } from './line-costs.ts';

const isFeed = ({ class: name, sourceFile }: CodeOrigin): boolean => name.startsWith('com.example.Feed') && sourceFile === 'Feed.java';

/** A line's or function's cost in milliseconds: total/self busy blocked, lags and the worst. */
function textOf({ totalUs, selfUs, busyUs, blockedUs, lags, worstUs }: Cost): string {
  const each = [totalUs, selfUs, busyUs, blockedUs, worstUs].map((us) => Math.round(us / ms));
  return `${each[0]}/${each[1]} busy ${each[2]} blocked ${each[3]}, ${lags} lags, worst ${each[4]}`;
}

function linesOf({ lines }: FileHeat): Readonly<Record<number, string>> {
  return Object.fromEntries(lines.map((cost) => [cost.line, textOf(cost)]));
}

function heatOf(messages: readonly Message[], isHere: (origin: CodeOrigin) => boolean): FileHeat {
  const { model, detector } = new AnalyzedApp().replay(messages);
  const costs = new LineCosts(model);
  costs.update(detector.lags);
  return costs.watch(isHere).heat();
}

// Samples at 5, 15, 25, ... ms; messages end at their borders, so times are exact but where a line moves inside of one.
const twoLags: readonly Deed[] = [
  idle(20 * ms),
  message(200 * ms, 'com.example.Shop.open:5', 'com.example.Feed.show:10', 'com.example.Feed.decode:20'),
  idle(50 * ms),
  {
    kind: 'message',
    us: 350 * ms,
    parts: [
      { us: 250 * ms, stack: ['com.example.Shop.open:5', 'com.example.Feed.show:11', 'com.example.Feed.decode:20'] },
      { us: 100 * ms, stack: ['com.example.Shop.close:9', 'com.example.Feed.show:11', 'java.lang.Object.wait:1'], busy: 0, state: 2 },
    ],
  },
  idle(100 * ms),
  message(40 * ms, 'com.example.Shop.open:5', 'com.example.Feed.show:10'),
  idle(2_000 * ms),
];

test('lines take the time in which they were on the stack, and the lags that they took part in', () => {
  const heat = heatOf(scriptedApp(twoLags), isFeed);
  // Line 10: 200 ms in the first lag, 40 ms in a message that is no lag. Line 11: 350 ms, of which 100 waiting. Line 20: 200 + 250.
  assert.deepEqual(linesOf(heat), {
    10: '240/40 busy 240 blocked 0, 1 lags, worst 200',
    11: '350/0 busy 250 blocked 100, 1 lags, worst 350',
    20: '450/450 busy 450 blocked 0, 2 lags, worst 250',
  });
  assert.deepEqual(
    heat.functions.map((each) => `${each.class}.${each.method} ${each.leastLine}-${each.mostLine} ${textOf(each)}`),
    [
      // 200 + 350 + 40 ms, its own 40 ms.
      'com.example.Feed.show 10-11 590/40 busy 490 blocked 100, 2 lags, worst 350',
      'com.example.Feed.decode 20-20 450/450 busy 450 blocked 0, 2 lags, worst 250',
    ],
  );
});

test('of time ranges only what was in them costs, and the lags that they touch count', () => {
  const { model, detector } = new AnalyzedApp().replay(scriptedApp(twoLags));
  const linesIn = (...within: readonly (readonly [fromMs: number, toMs: number])[]) => {
    const costs = new LineCosts(
      model,
      within.map(([from, to]) => ({ beginUs: from * ms, endUs: to * ms })),
    );
    costs.update(detector.lags);
    return linesOf(costs.watch(isFeed).heat());
  };
  // The first lag is from 20 to 220 ms, the second from 270 to 620: until 520 in line 20, then it waits.
  const [first, second] = detector.lags.map(({ beginUs, endUs }) => [beginUs / ms, endUs / ms] as const);
  assert.deepEqual(
    [first, second],
    [
      [20, 220],
      [270, 620],
    ],
  );
  assert.deepEqual(linesIn([20, 220]), {
    10: '200/0 busy 200 blocked 0, 1 lags, worst 200',
    20: '200/200 busy 200 blocked 0, 1 lags, worst 200',
  });
  // Half of the first lag, and what the second one waited: 100 ms in line 11.
  assert.deepEqual(linesIn([20, 120], [520, 620]), {
    10: '100/0 busy 100 blocked 0, 1 lags, worst 200',
    11: '100/0 busy 0 blocked 100, 1 lags, worst 350',
    20: '100/100 busy 100 blocked 0, 2 lags, worst 250',
  });
  assert.deepEqual(linesIn([220, 270]), {});
  assert.deepEqual(linesIn(), {});
});

test('callers are reported with their time, the longest first, and recursion counts once for the outermost', () => {
  const { model, detector } = new AnalyzedApp().replay(
    scriptedApp([
      ...twoLags,
      message(150 * ms, 'com.example.Shop.walk:7', 'com.example.Feed.walk:30', 'com.example.Lib.each:1', 'com.example.Feed.walk:30'),
      idle(2_000 * ms),
    ]),
  );
  const costs = new LineCosts(model);
  costs.update(detector.lags);
  const file = costs.watch(isFeed);
  const callersOf = (of: Parameters<typeof file.callers>[0]): readonly string[] =>
    file.callers(of).map(({ node, totalUs }) => {
      const { label, line } = frameOf(model, node);
      return `${label}:${line} ${Math.round(totalUs / ms)}`;
    });
  assert.deepEqual(callersOf({ class: 'com.example.Feed', method: 'show' }), ['Shop.open:5 490', 'Shop.close:9 100']);
  assert.deepEqual(callersOf(11), ['Shop.open:5 250', 'Shop.close:9 100']);
  assert.deepEqual(callersOf(30), ['Shop.walk:7 150']);
  assert.equal(linesOf(file.heat())[30], '150/150 busy 150 blocked 0, 1 lags, worst 150');
});

test('an inlined Kotlin function’s lines count in its own file, and the line of its call in the caller’s', () => {
  // Line 15 of the class is line 4 of the other file, called in line 10.
  const smap = [
    ...['SMAP', 'Cart.kt', 'Kotlin', '*S Kotlin', '*F', '+ 1 Cart.kt', 'com/example/CartKt', '+ 2 Lists.kt', 'com/example/ListsKt'],
    ...['*L', '1#1,13:1', '3#2,4:14', '*S KotlinDebug', '*F', '+ 1 Cart.kt', 'com/example/CartKt', '*L', '10#1:14,4', '*E', ''],
  ].join('\n');
  const messages = scriptedApp([idle(20 * ms), message(150 * ms, 'com.example.CartKt.total:15'), idle(2_000 * ms)]);
  const withMap: Message[] = [...messages.slice(0, 2), { type: 'classDebug', class: 'Lcom/example/CartKt;', smap }, ...messages.slice(2)];
  const lists = heatOf(withMap, ({ class: name, sourceFile }) => name === 'com.example.ListsKt' && sourceFile === 'Lists.kt');
  assert.deepEqual(linesOf(lists), { 4: '150/150 busy 150 blocked 0, 1 lags, worst 150' });
  assert.deepEqual(lists.functions, []);
  const cart = heatOf(withMap, ({ class: name, sourceFile }) => name === 'com.example.CartKt' && sourceFile === 'Cart.kt');
  assert.deepEqual(linesOf(cart), { 10: '150/0 busy 150 blocked 0, 1 lags, worst 150' });
  assert.deepEqual(
    cart.functions.map(({ method, leastLine, totalUs }) => [method, leastLine, totalUs / ms]),
    [['total', 10, 150]],
  );
});

test('native code counts once symbols named it, by the path of its source', () => {
  const phone = new ScriptedPhone()
    .idle(60 * ms)
    .turn(150 * ms, ['UIKit 5', 'Cart 4', 'kernel 3'])
    .idle(3_000 * ms);
  const app = new AnalyzedApp().replay(phone.messages);
  const costs = new LineCosts(app.model);
  const file = costs.watch(({ sourcePath }) => sourcePath === '/src/Cart.swift');
  costs.update(app.detector.lags);
  assert.deepEqual(file.heat().lines, []);
  app.replay([nameOf('Cart 4', 'total', '/src/Cart.swift', 12)]);
  costs.update(app.detector.lags);
  const [line, ...others] = file.heat().lines;
  assert.deepEqual(others, []);
  assert.deepEqual([line?.line, line?.lags, Math.round((line?.totalUs ?? 0) / ms)], [12, 1, 150]);
});

const isClass17 = ({ sourceFile }: CodeOrigin): boolean => sourceFile === 'Class17.java';
const shape = { seed: 5, samples: 4_000, threads: 2, depth: 30, methods: 20, nodes: 6_000 };

test('all costs are what counting every frame of every sample gives', () => {
  const { model, detector } = new AnalyzedApp().replay([...sampleStream(shape)]);
  const costs = new LineCosts(model);
  costs.update(detector.lags);
  const heat = costs.watch(isClass17).heat();
  const naive = countedAll(model, detector.lags, isClass17);
  assert.ok(heat.lines.length > 10 && heat.lines.some(({ lags }) => lags > 1), `${heat.lines.length} lines`);
  assert.deepEqual(
    heat.lines.map((cost) => `${cost.line} ${textOf(cost)} ${Math.round(cost.lagUs)}`),
    [...naive].sort(([a], [b]) => a - b).map(([line, cost]) => `${line} ${textOf(cost)} ${Math.round(cost.lagUs)}`),
  );
});

test('a live session gives the same in the end as one that is there at once, and each sample is looked at once', () => {
  const messages = [...sampleStream(shape)];
  const { model, detector } = new AnalyzedApp();
  const live = new LineCosts(model);
  const file = live.watch(isClass17);
  const visits: number[] = [];
  for (let at = 0; at < messages.length; at += 500) {
    for (const each of messages.slice(at, at + 500)) model.apply(each);
    detector.update();
    const before = file.visited;
    live.update(detector.lags, 50);
    while (!live.update(detector.lags, 50));
    file.heat();
    visits.push(file.visited - before);
  }
  const atOnce = new LineCosts(model);
  atOnce.update(detector.lags);
  const text = ({ lines, functions }: FileHeat): readonly string[] => [
    ...lines.map((cost) => `${cost.line} ${textOf(cost)}`),
    ...functions.map((cost) => `${cost.class}.${cost.method} ${cost.leastLine} ${textOf(cost)}`),
  ];
  assert.deepEqual(text(file.heat()), text(atOnce.watch(isClass17).heat()));
  // The latest piece of the session costs no more than the others do: nothing is counted again.
  const middle = visits.toSorted((a, b) => a - b)[visits.length >> 1] ?? 0;
  assert.ok((visits.at(-1) ?? 0) < 3 * middle, `${visits}`);
});

test('open lags with more stacks than a step takes come to an end', () => {
  const parts = Array.from({ length: 200 }, (_, row) => ({ us: 10 * ms, stack: [`com.example.Feed.row${row}:${row + 1}`] }));
  const { model, detector } = new AnalyzedApp().replay(scriptedApp([idle(1_000 * ms), { kind: 'message', us: 2_000 * ms, parts }]));
  assert.equal(detector.lags.length, 1);
  const costs = new LineCosts(model);
  const file = costs.watch(isFeed);
  let steps = 0;
  while (!costs.update(detector.lags, 10)) assert.ok(++steps < 1_000, 'no end');
  const atOnce = new LineCosts(model);
  atOnce.update(detector.lags);
  assert.deepEqual(linesOf(file.heat()), linesOf(atOnce.watch(isFeed).heat()));
  assert.ok(file.heat().lines.length > 100);
});

test('runs can be left out, with their lags', () => {
  const { model, detector } = new AnalyzedApp().replay([...scriptedApp(twoLags), processMessage(1), ...scriptedApp(twoLags).slice(1)]);
  const costs = new LineCosts(model);
  costs.update(detector.lags);
  assert.deepEqual([model.runs.length, detector.lags.length], [2, 4]);
  const second = linesOf(costs.watch(isFeed, { from: 1, to: 2 }).heat());
  assert.deepEqual(second, linesOf(heatOf(scriptedApp(twoLags), isFeed)));
  assert.equal(linesOf(costs.watch(isFeed).heat())[20], '900/900 busy 900 blocked 0, 4 lags, worst 250');
});

test('nothing is worked out for a file that nobody watches any more', () => {
  const messages = [...sampleStream(shape)];
  const { model, detector } = new AnalyzedApp().replay(messages.slice(0, 3_000));
  const costs = new LineCosts(model);
  costs.update(detector.lags);
  const closed = costs.watch(isClass17);
  const open = costs.watch(isClass17);
  closed.close();
  const before = closed.visited;
  for (const each of messages.slice(3_000)) model.apply(each);
  detector.update();
  costs.update(detector.lags);
  assert.equal(closed.visited, before);
  assert.ok(open.visited > before);
});

/** Each line's cost by going through all spans and all frames, with nothing kept. */
function countedAll(model: SessionModel, lags: readonly Lag[], isHere: (origin: CodeOrigin) => boolean): ReadonlyMap<number, Cost> {
  const counted = new Map<number, { -readonly [K in keyof Cost]: Cost[K] }>();
  const costOf = (line: number) => {
    const cost = counted.get(line) ?? { selfUs: 0, totalUs: 0, busyUs: 0, blockedUs: 0, readyUs: 0, lags: 0, lagUs: 0, worstUs: 0 };
    counted.set(line, cost);
    return cost;
  };
  for (const thread of model.threads.filter(({ isMain }) => isMain)) {
    const visit = (
      rangeBeginUs: number,
      rangeEndUs: number,
      take: (lines: ReadonlySet<number>, leaf: number, us: number, row: number) => void,
    ) =>
      visitSpans(model, thread, rangeBeginUs, rangeEndUs, ({ row, node, beginUs, endUs }) => {
        if ((rowBusyShare(thread, row) ?? 0) < 0.8 && waitsForMessages(model, thread, row, node)) return;
        const lines: number[] = [];
        for (let at = node; at !== 0; at = model.nodes.parent[at] ?? 0) {
          const { class: name, sourceFile, sourcePath, line } = callSiteOf(frameOf(model, at));
          lines.push(isHere({ class: name, sourceFile, sourcePath }) ? line : 0);
        }
        take(new Set(lines.filter((line) => line > 0)), lines[0] ?? 0, endUs - beginUs, row);
      });
    visit(0, Number.POSITIVE_INFINITY, (lines, leaf, us, row) => {
      const share = rowBusyShare(thread, row);
      for (const line of lines) {
        const cost = costOf(line);
        cost.totalUs += us;
        cost.selfUs += line === leaf ? us : 0;
        cost.busyUs += us * (share ?? 0);
        cost.blockedUs += us * rowBlockedShare(model, thread, row, share);
        cost.readyUs += us * rowReadyShare(model, thread, row, share);
      }
    });
    for (const lag of lags) {
      const inLag = new Map<number, number>();
      visit(lag.beginUs, lag.endUs, (lines, _leaf, us) => {
        for (const line of lines) inLag.set(line, (inLag.get(line) ?? 0) + us);
      });
      for (const [line, us] of inLag) {
        const cost = costOf(line);
        cost.lags++;
        cost.lagUs += us;
        cost.worstUs = Math.max(cost.worstUs, us);
      }
    }
  }
  return counted;
}

test('the lag in which a line took most time is found, not the longest of all', () => {
  const { model, detector } = new AnalyzedApp().replay(scriptedApp(twoLags));
  const costs = new LineCosts(model);
  costs.update(detector.lags);
  const file = costs.watch(isFeed);
  const [first, second] = detector.lags;
  // Line 10 is in the first alone for 200 ms, line 20 for 250 ms in the second, whose last 100 ms are elsewhere.
  const found = [10, 20, 12].map((line) => file.worstLag(line));
  assert.deepEqual(
    found.map((worst) => worst && [worst.lag.id, Math.round(worst.us / ms)]),
    [[first?.id, 200], [second?.id, 250], undefined],
  );
});
