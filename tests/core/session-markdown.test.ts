import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { marked } from 'marked';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { appClassPredicate } from '../../core/analysis/frames/app-classes.ts';
import { AppMethods } from '../../core/analysis/frames/app-methods.ts';
import { LagDetector } from '../../core/analysis/lags/detect/lag-detector.ts';
import { baselineOf } from '../../core/analysis/lags/groups/baseline.ts';
import { lagGroups } from '../../core/analysis/lags/groups/lag-groups.ts';
import type { WaitsOn } from '../../core/analysis/lags/lag.ts';
import { sessionFrames } from '../../core/analysis/lags/session-frames.ts';
import { sessionMarkdown } from '../../core/analysis/report/session-markdown.ts';
import { replaySession } from '../../core/session/file/replay.ts';
import { atOnce } from '../../core/session/file/turns.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import type { Message } from '../../core/wire/schema.ts';
import { idle, message, ms } from './analyzed-app.ts';
import { attacks } from './attacks.ts';
import { FrameReports } from './frame-reports.ts';
import { MemoryFile, sourceOf } from './memory-session.ts';
import { withUses } from './message-uses.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from './scripted-app.ts';
import { lockModel, type ScriptedWait } from './scripted-locks.ts';
import { ScriptedPhone } from './scripted-phone.ts';

const isAppClass = appClassPredicate({ packages: [], prefixes: ['com.example.shop'] });

test('the three longest lags of a session are reported with the way that their time went and the lines of the source', async () => {
  const bytes = await readFile(new URL('../../media/sample/shop.laglens', import.meta.url));
  const { model } = await replaySession(sourceOf(bytes), new MemoryFile());
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass });
  judge.update();
  const longest = judge.lags.toSorted((a, b) => b.endUs - b.beginUs - (a.endUs - a.beginUs));
  const text = await sessionMarkdown(model, {
    title: 'shop',
    version: '1.2.3',
    lags: judge.lags,
    chosen: undefined,
    thresholdUs: 100_000,
    app: new AppMethods(model, isAppClass),
    beside: { lags: 0 },
    codeOf: async ({ sourceFile, line }) => `  code of ${sourceFile} | ${line}`,
  });
  assert.match(text, /^# `shop`\n\n- App: `com\.example\.shop`/);
  const groups = lagGroups(judge.lags);
  assert.match(text, new RegExp(`\\n\\n${judge.lags.length} lags longer than 100 ms, in ${groups.length} groups:\\n`));
  assert.match(text, /^- Laglens: 1\.2\.3$/m);
  // The demo app decodes two photos of 600 ms each, more than anything else.
  assert.match(text, /\n\| ---: [^\n]*\n\| 2 \| 1\.2 s \| 600 ms \| `ImageDecoder\.decode` \| `ImageDecoder\.java:\d+` \| busy \|\n/);
  assert.equal(text.match(/^## .*ImageDecoder\.decode/gm)?.length, 1, 'a group is described once');
  assert.doesNotMatch(text, /one message/);
  const heads = [...text.matchAll(/^## (\d)\. (\d+) ms.* in `([^`]+)`/gm)].map(([, index, ms, label]) => `${index} ${ms} ${label}`);
  assert.equal(heads.length, 3);
  assert.equal(heads[0]?.split(' ')[1], String(Math.round(((longest[0]?.endUs ?? 0) - (longest[0]?.beginUs ?? 0)) / 1_000)));
  for (const head of heads) assert.ok(text.includes(`| \`${head.split(' ').slice(2).join(' ')}\` |`), `${head} is on its own hot path`);
  assert.match(text, /`code of \w+\.(?:java|kt) \\\| \d+`/, 'a bar in the source does not end its cell');
});

test('a lag that waited for a lock names the line that held it', async () => {
  const bytes = await readFile(new URL('../../media/sample/shop.laglens', import.meta.url));
  const { model } = await replaySession(sourceOf(bytes), new MemoryFile());
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass });
  judge.update();
  const text = await sessionMarkdown(model, {
    title: 'shop',
    version: '1.2.3',
    lags: judge.lags,
    chosen: judge.lags.find(({ waitsOn }) => waitsOn?.isLock),
    thresholdUs: 100_000,
    app: new AppMethods(model, isAppClass),
    beside: { lags: 0 },
    codeOf: async () => undefined,
  });
  // The demo app's database thread sleeps in the lock while it writes.
  const source = await readFile(
    new URL('../demo-app/shop/app/src/main/java/com/example/shop/cart/CartRepository.java', import.meta.url),
    'utf8',
  );
  const line = source.split('\n').findIndex((code) => code.includes('sleep(SAVING_MS)')) + 1;
  assert.match(text, /^Main waited \d+ ms for the lock of `Object`\. /m);
  assert.ok(text.includes(`\`bg-db\` held it in \`CartRepository.writeRows\` (\`CartRepository.java:${line}\`) and slept.`), text);
  assert.doesNotMatch(text, /waits for/, 'the wait is in one sentence');
});

test('allocated bytes follow the shares', async () => {
  const model = new SessionModel();
  for (const each of scriptedApp([message(300 * ms, 'com.example.shop.Cart.open:4'), idle(300 * ms)])) model.apply(each);
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass });
  judge.update();
  const lags = judge.lags.map((lag) => ({ ...lag, allocated: { ownBytes: 3 << 20, allBytes: 5 << 20 } }));
  const app = new AppMethods(model, isAppClass);
  const facts = { title: 'shop', version: '1', lags, chosen: undefined, thresholdUs: 100_000, app, beside: { lags: 0 } };
  const text = await sessionMarkdown(model, { ...facts, codeOf: async () => undefined });
  assert.match(text, /; allocated 3\.0 MB on main, 5\.0 MB in all threads\.$/m);
});

test('the screen precedes the shares, the time in the queue follows', async () => {
  const deeds = [idle(100 * ms), message(300 * ms, 'com.example.shop.Cart.open:4'), idle(3_000 * ms)];
  const counts = { majorFaults: 2, voluntarySwitches: 0, involuntarySwitches: 0 };
  const model = new SessionModel();
  const screen: readonly Message[] = [
    { type: 'string', id: 901, text: 'com.example.shop.Cart`Activity' },
    { type: 'screen', atUs: SCRIPT_START_US, id: 5, name: 901, kind: 1, shown: 1 },
  ];
  for (const each of [...withUses(scriptedApp(deeds), { queuedUs: 640 * ms, ...counts }), ...screen]) model.apply(each);
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass });
  judge.update();
  const app = new AppMethods(model, isAppClass);
  const facts = { title: 'shop', version: '1', lags: judge.lags, chosen: undefined, thresholdUs: 100_000, app, beside: { lags: 0 } };
  const text = await sessionMarkdown(model, { ...facts, codeOf: async () => undefined });
  assert.match(
    text,
    /^At 0\.10 s on `main` in ``com\.example\.shop\.Cart`Activity``: busy 100 %; waited 640 ms in the queue; page faults that read storage: 2\.$/m,
  );
});

test('a lock without a name is named by the function that waits, a file by its path', async () => {
  const model = new SessionModel();
  for (const each of scriptedApp([message(300 * ms, 'com.example.shop.Cart.total:12'), idle(300 * ms)])) model.apply(each);
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass });
  judge.update();
  const apple = { function: 'os_unfair_lock_lock' };
  const waiting = async (objectClass: string, kind: Pick<WaitsOn, 'function' | 'isLock'> = apple): Promise<string> => {
    const waitsOn = { ...kind, objectClass, ownerThread: -1, ownerNode: 0 };
    const lags = judge.lags.map((lag) => ({ ...lag, waitsOn }));
    const facts = { title: 'shop', version: '1.2.3', lags, chosen: undefined, thresholdUs: 100_000, beside: { lags: 0 } };
    return sessionMarkdown(model, { ...facts, app: new AppMethods(model, isAppClass), codeOf: async () => undefined });
  };
  assert.match(await waiting('0x0000005500828314'), /, waits for `os_unfair_lock_lock`\.\n/);
  assert.match(await waiting('', { isLock: true }), /, waits for a lock\.\n/);
  assert.match(await waiting('/var/mobile/feed.json'), /, waits for `\/var\/mobile\/feed\.json`\.\n/);
});

test('of native code the builds of the app itself are reported, by file and id', async () => {
  const phone = new ScriptedPhone();
  phone.turn(300_000, ['Cart 5', 'UIKit 7']);
  const model = new SessionModel();
  for (const message of phone.messages) model.apply(message);
  const text = await sessionMarkdown(model, {
    title: 'Shop',
    version: '1.2.3',
    lags: [],
    chosen: undefined,
    thresholdUs: 100_000,
    app: new AppMethods(model, isAppClass),
    beside: { lags: 0 },
    codeOf: async () => undefined,
  });
  // The script numbers its files as they are listed, and their build ids alike: Shop 0, Cart 2. The system's are nobody's build.
  assert.match(text, /^- Build: `Cart 02, Shop 00`$/m);
});

type Node = DefaultTreeAdapterTypes.ChildNode;

/** Elements that an issue would show, by what renders Markdown and HTML elsewhere. */
function elementsOf(markdown: string): ReadonlySet<string> {
  const names = new Set<string>();
  const left: Node[] = [...parseFragment(marked.parse(markdown, { async: false, gfm: true })).childNodes];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if ('tagName' in node) names.add(node.tagName);
    if ('childNodes' in node) left.push(...node.childNodes);
  }
  return names;
}

/** A session of one lag in which each name is this text. */
function sessionOf(text: string): SessionModel {
  const model = new SessionModel();
  const lag = message(300 * ms, 'com.example.shop.ImageDecoder.decode:20', 'com.example.shop.Cache.read:7');
  for (const each of scriptedApp([idle(50 * ms), lag, idle(500 * ms)])) {
    if (each.type === 'method' && each.class.includes('shop')) model.apply({ ...each, name: text, sourceFile: text });
    else if (each.type === 'process') model.apply({ ...each, app: text, device: text });
    else if (each.type === 'thread') model.apply({ ...each, name: text });
    else model.apply(each);
  }
  return model;
}

for (const [attack, text] of Object.entries({
  ...attacks,
  'an image between two backticks': 'total`` ![x](https://evil.example/seen.png) ``',
})) {
  test(`${attack} in every name of a session is text in an issue`, async () => {
    const model = sessionOf(text);
    const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass });
    judge.update();
    assert.equal(judge.lags.length, 1);
    const app = new AppMethods(model, isAppClass);
    const markdown = await sessionMarkdown(model, {
      ...{ title: text, version: '1.2.3', lags: judge.lags, chosen: undefined, thresholdUs: 100_000, app, beside: { lags: 0 } },
      codeOf: async () => text,
    });
    const allowed = ['h1', 'h2', 'ul', 'li', 'p', 'code', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];
    const elements = elementsOf(markdown);
    assert.deepEqual(
      [...elements].filter((element) => !allowed.includes(element)),
      [],
      markdown,
    );
    assert.ok(elements.has('table'));
    // Five columns, whatever stands in their cells.
    const [cells] = parseFragment(marked.parse(markdown, { async: false, gfm: true })).childNodes.filter(
      (node) => node.nodeName === 'table',
    );
    const rows = JSON.stringify(cells, ['nodeName', 'childNodes']).split('"nodeName":"tr"').slice(1);
    for (const row of rows) assert.equal(row.match(/"nodeName":"t[hd]"/g)?.length, 5);
  });
}

test('lags that were let go, and a rest of the file that was not read, are said', async () => {
  const model = new SessionModel();
  for (const each of scriptedApp([idle(100 * ms), message(300 * ms, 'com.example.shop.Cart.total:12'), idle(300 * ms)])) model.apply(each);
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass });
  judge.update();
  const text = await sessionMarkdown(model, {
    title: 'shop',
    version: '1.2.3',
    lags: judge.lags,
    chosen: undefined,
    thresholdUs: 100_000,
    app: new AppMethods(model, isAppClass),
    beside: { lags: 1, unreadBeyond: 64 << 20 },
    codeOf: async () => undefined,
  });
  assert.match(text, /Only the first 64 MB are shown\. Older lags dropped: 1\. Only the newest are kept\.\n/);
});

test('a baseline of the app is named, with the changes of groups', async () => {
  const model = new SessionModel();
  const lags = [message(300 * ms, 'com.example.shop.Cart.total:12'), idle(60_000 * ms), message(400 * ms, 'com.example.shop.Feed.open:3')];
  for (const each of scriptedApp([...lags, idle(300 * ms)])) model.apply(each);
  const judge = new LagDetector(model, { thresholdUs: 100_000, isAppClass });
  judge.update();
  // As if the earlier session had only the first.
  const baseline = baselineOf(model, judge.lags.slice(0, 1), { title: 'before', session: 'before', thresholdUs: 100_000 });
  const facts = { title: 'shop', version: '1.2.3', lags: judge.lags, chosen: undefined, thresholdUs: 100_000, beside: { lags: 0 } };
  const text = await sessionMarkdown(model, { ...facts, baseline, app: new AppMethods(model, isAppClass), codeOf: async () => undefined });
  assert.match(text, /^Groups compared with the baseline `before`: 1 new; 1 with too few lags to judge\.$/m);
});

test('a session without lags has its frames, and the stutter that dropped most first', async () => {
  const model = new SessionModel();
  const work = (us: number, stack: string): readonly Deed[] => [message(us, stack), idle(15 * ms)];
  const list = Array.from({ length: 5 }, () => work(45 * ms, 'com.example.shop.Feed.draw:30')).flat();
  const photo = Array.from({ length: 5 }, () => work(65 * ms, 'com.example.shop.Photo.decode:9')).flat();
  const deeds = [idle(1_000 * ms), ...list, idle(2_700 * ms), ...photo, idle(1_000 * ms)];
  // Of 60 ms from 1 s on, each drops two frames of 20 ms; of 80 ms from 4 s on, three.
  const reports = new FrameReports(SCRIPT_START_US).inTime(1_000, 50).lateOnes(1_000, 5, 60).lateOnes(4_000, 5, 80);
  for (const each of [...scriptedApp(deeds), ...reports.messages]) model.apply(each);
  const app = new AppMethods(model, isAppClass);
  const frames = atOnce(sessionFrames(model, []));
  const facts = { title: 'shop', version: '1.2.3', lags: [], chosen: undefined, thresholdUs: 100_000, beside: { lags: 0 } };
  const text = await sessionMarkdown(model, { ...facts, frames, app, codeOf: async () => undefined });
  // 60 frames of 85 that the display had time for.
  assert.match(text, /^60 frames, 10 late \(16\.7 %\), 25 dropped, 35\.3 FPS\.$/m);
  assert.match(text, /^2 stutters without a lag, by dropped frames:$/m);
  const rows = text.split('\n').filter((line) => line.startsWith('| 4') || line.startsWith('| 1'));
  assert.deepEqual(rows, ['| 4.02 s | 380 ms | 5 | 15 | `Photo.decode` |', '| 1.02 s | 280 ms | 5 | 10 | `Feed.draw` |']);
});

test('deadlocks are listed, also between other threads than main', async () => {
  const waits: readonly ScriptedWait[] = [
    { thread: 'left', for: 'Repo', from: 100, to: 900, owners: { 320: 'right' } },
    { thread: 'right', for: 'Cache', from: 200, to: 880, owners: { 220: 'left' } },
  ];
  const { model } = lockModel(['main', 'left', 'right'], waits, [], 1_000);
  const facts = { title: 'locks', version: '1.2.3', lags: [], chosen: undefined, thresholdUs: 100_000, beside: { lags: 0 } };
  const text = await sessionMarkdown(model, { ...facts, app: new AppMethods(model, isAppClass), codeOf: async () => undefined });
  const sentence = 'Deadlock at 0.20 s, 680 ms: `left` waits for `Repo` held by `right`; `right` waits for `Cache` held by `left`.';
  assert.ok(text.includes(`\n\n- ${sentence}\n\nNo lag`), text);
});
