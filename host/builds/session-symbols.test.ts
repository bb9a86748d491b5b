import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Message } from '../../core/wire/schema.ts';
import { processMessage } from '../../tests/core/sample-stream.ts';
import { type SymbolSession, symbolSessions } from '../../tests/hostile/symbol-sessions.ts';
import { type FollowedSession, followSession } from '../../tests/symbols/builds/followed-session.ts';
import { MAP_ID, feedMap as map, shownStacks, shrunkSession } from '../../tests/symbols/builds/shrunk-session.ts';
import { BuildIndex } from './build-index.ts';
import { gradle } from './finders/gradle.ts';
import { type SymbolRecord, symbolsRecord } from './name-records.ts';
import { SessionSymbols } from './session-symbols.ts';
import { SymbolThread } from './symbol-thread.ts';
import { SymbolicationBudget } from './symbolication-budget.ts';

let folder = '';
let thread: SymbolThread;
const closed: (() => void)[] = [];

before(() => {
  thread = new SymbolThread();
});
after(() => thread.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens builds '));
});
afterEach(async () => {
  for (const close of closed.splice(0)) close();
  await rm(folder, { recursive: true });
});

async function put(path: string, text: string): Promise<string> {
  const whole = join(folder, path);
  await mkdir(dirname(whole), { recursive: true });
  await writeFile(whole, text);
  return whole;
}

async function putMetadata(applicationId: string, variant = 'release'): Promise<void> {
  await put(`app/build/outputs/apk/${variant}/output-metadata.json`, JSON.stringify({ version: 3, applicationId, variantName: variant }));
}

async function named(messages: readonly Message[]): Promise<FollowedSession> {
  const session = await followSession(messages, gradle(folder), thread);
  closed.push(() => session.close());
  return session;
}

/** Records for a session whose builds are gone. */
async function followBuilds(messages: readonly Message[], asked: () => void): Promise<readonly SymbolRecord[]> {
  const records: SymbolRecord[] = [];
  const none = async (): Promise<readonly []> => {
    asked();
    return [];
  };
  const noChange = (): void => undefined;
  const builds = { places: [], native: none, mappings: none, onChange: () => noChange, locate: noChange, forget: noChange };
  const write = (some: readonly SymbolRecord[]): void => void records.push(...some);
  const symbols = new SessionSymbols({ builds, symbols: thread, write, log: (line) => assert.fail(line), delayMs: 0 });
  for (const message of messages) symbols.follow(message);
  symbols.begin();
  await symbols.settled();
  symbols.close();
  return records;
}

function factsOf(records: readonly SymbolRecord[]): readonly Message<'symbols'>[] {
  return records.filter((record) => record.type === 'symbols');
}

test('a run whose classes name their mapping is named by it, inlined functions as frames of their own', async () => {
  const path = await put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const messages = shrunkSession([['a.b.a:2'], ['a.b.a:4']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const { records } = await named(messages);
  assert.deepEqual(shownStacks([...messages, ...records]), [['Feed.bind:42'], ['Feed.bind:50', '[Row.width:7]']]);
  const [facts, ...others] = factsOf(records);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [facts?.image, facts?.confidence, facts?.neededId, facts?.foundId, facts?.file, facts?.foundBy, facts?.why],
    [0, 2, MAP_ID, MAP_ID, path, "Gradle's mapping of app, release", ''],
  );
  const classes = records.find((record) => record.type === 'classNames');
  assert.deepEqual(classes?.classes, [{ built: 'a.b', source: 'com.shop.Feed' }]);
});

test('the line of an outline tells where in its caller it was', async () => {
  await put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const stacks = [
    ['a.b.b:10', 'o.a:1'],
    ['a.b.b:10', 'o.a:2'],
  ];
  const messages = shrunkSession(stacks, { sourceFile: `r8-map-id-${MAP_ID}` });
  const { records } = await named(messages);
  assert.deepEqual(shownStacks([...messages, ...records]), [['Feed.draw:61'], ['Feed.draw:62']]);
});

test('a mapping of another id is never used: it is told of, with its day', async () => {
  const path = await put('app/build/outputs/mapping/release/mapping.txt', map('fedcba9876543210'));
  await utimes(path, new Date('2026-03-04T05:06:07Z'), new Date('2026-03-04T05:06:07Z'));
  await putMetadata('com.example.shop');
  const messages = shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const { records } = await named(messages);
  assert.deepEqual(shownStacks([...messages, ...records]), [['b.a:2']]);
  const [facts] = factsOf(records);
  assert.deepEqual([facts?.confidence, facts?.neededId, facts?.file, records.length], [0, MAP_ID, '', 1]);
  assert.ok(facts?.why.includes(MAP_ID) && facts.why.includes(path) && facts.why.includes('2026-03-04 05:06 UTC'), facts?.why);
});

test('a build that comes later is found by a retry', async () => {
  const messages = shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const { symbols, records } = await named(messages);
  assert.equal(factsOf(records).length, 1);
  const path = await put('elsewhere/mapping.txt', map(MAP_ID));
  symbols.locate(path);
  await symbols.settled();
  assert.deepEqual(shownStacks([...messages, ...records]), [['Feed.bind:42']]);
  assert.deepEqual([factsOf(records).at(-1)?.file, factsOf(records).at(-1)?.foundBy], [path, 'named by you']);
});

test('a retry searches anew', async () => {
  const messages = shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const { symbols, records } = await named(messages);
  await put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  symbols.retry();
  await symbols.settled();
  assert.deepEqual(shownStacks([...messages, ...records]), [['Feed.bind:42']]);
});

test('a mapping that the next build replaces is not used for the app that still runs; what was named stays', async () => {
  const path = await put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const first = shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const { symbols, records } = await named(first);
  await writeFile(path, map('fedcba9876543210').replaceAll('com.shop.Feed', 'com.shop.Beta'));
  const later: readonly Message[] = [
    { type: 'node', id: 90, parent: 1, method: 2, line: 3, pc: 0 },
    { type: 'sample', thread: 1, atUs: 6_000_000, node: 90, state: 0, cpuUs: 0 },
  ];
  for (const message of later) symbols.follow(message);
  await symbols.settled();
  assert.deepEqual(shownStacks([...first, ...later, ...records]), [['Feed.bind:42'], ['b.a:3']]);
  const facts = factsOf(records).at(-1);
  assert.equal(facts?.confidence, 2);
  assert.match(facts?.why ?? '', /expected a file of .*, found one of/);
  symbols.retry();
  await symbols.settled();
  assert.match(factsOf(records).at(-1)?.why ?? '', /fedcba9876543210 and is not used/);
  assert.deepEqual(shownStacks([...first, ...later, ...records]), [['Feed.bind:42'], ['b.a:3']]);
});

test('without an id the mapping of the same application that knows all classes is the nearest, and said to be', async () => {
  await put('app/build/outputs/mapping/release/mapping.txt', map(''));
  await putMetadata('com.example.shop');
  const messages = shrunkSession([['a.b.a:2']], { sourceFile: 'SourceFile' });
  const { records } = await named(messages);
  assert.deepEqual(shownStacks([...messages, ...records]), [['Feed.bind:42']]);
  const [facts] = factsOf(records);
  assert.deepEqual([facts?.confidence, facts?.neededId], [1, '']);
  assert.match(facts?.why ?? '', /isn’t certain/);
});

const refused: readonly (readonly [why: string, applicationId: string, stack: readonly string[]])[] = [
  ['of another application', 'com.example.other', ['a.b.a:2']],
  ['that doesn’t know a class that was seen', 'com.example.shop', ['a.b.a:2', 'a.c.a:1']],
  ['that doesn’t know a method that was seen', 'com.example.shop', ['a.b.z:2']],
  ['that renamed nothing of what was seen', 'com.example.shop', ['x.Kept.show:2']],
];
for (const [why, applicationId, stack] of refused) {
  test(`a mapping ${why} is not the nearest`, async () => {
    await put('app/build/outputs/mapping/release/mapping.txt', `${map('')}x.Kept -> x.Kept:\n    1:9:void show():1:9 -> show\n`);
    await putMetadata(applicationId);
    const { records } = await named(shrunkSession([stack], { sourceFile: 'SourceFile', handler: 'android.os.Handler' }));
    assert.deepEqual(records, []);
  });
}

test('the nearest mapping is no longer used when a class comes that it does not know', async () => {
  await put('app/build/outputs/mapping/release/mapping.txt', map(''));
  await putMetadata('com.example.shop');
  const first = shrunkSession([['a.b.a:2']], { sourceFile: 'SourceFile' });
  const { symbols, records } = await named(first);
  const later: readonly Message[] = [
    { type: 'method', id: 90, class: 'Lz/z;', name: 'a', signature: '()V', sourceFile: 'SourceFile', modifiers: 1 },
    { type: 'node', id: 90, parent: 1, method: 90, line: 3, pc: 0 },
  ];
  for (const message of later) symbols.follow(message);
  await symbols.settled();
  assert.match(factsOf(records).at(-1)?.why ?? '', /does not know z\.z/);
  assert.equal(factsOf(records).at(-1)?.confidence, 1);
});

test('an app that holds a shrunk library of others is not said to lack a mapping', async () => {
  const messages = shrunkSession([['com.example.Shop.open:3', 'com.example.Cart.sum:4', 'q.q.a:1']], { sourceFile: 'Shop.kt' });
  const library = messages.map((message) =>
    message.type === 'method' && message.class === 'Lq/q;' ? { ...message, sourceFile: 'r8-map-id-77777777' } : message,
  );
  assert.deepEqual((await named(library)).records, []);
});

test('a mapping that is here and that any class names is used, though most classes name none', async () => {
  await put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const messages = shrunkSession([['com.example.Shop.open:3', 'com.example.Cart.sum:4', 'a.b.a:2']], { sourceFile: 'Shop.kt' });
  const some = messages.map((message) =>
    message.type === 'method' && message.class === 'La/b;' ? { ...message, sourceFile: `r8-map-id-${MAP_ID}` } : message,
  );
  const { records } = await named(some);
  assert.equal(factsOf(records)[0]?.confidence, 2);
  assert.deepEqual(shownStacks([...some, ...records]), [['Shop.open:3', 'Cart.sum:4', 'Feed.bind:42']]);
});

test('lambdas that the runtime made, and the agent’s own classes, do not speak against the mapping that is missing', async () => {
  const messages = shrunkSession([['a.b.a:2', 'a.b$$Lambda$1.0x7f.run:1', 'laglens.Hook.begin:1']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const some = messages.map((message) =>
    message.type === 'method' && message.class !== 'La/b;' ? { ...message, sourceFile: '' } : message,
  );
  const [facts] = factsOf((await named(some)).records);
  assert.deepEqual([facts?.confidence, facts?.neededId], [0, MAP_ID]);
});

test('the app’s own classes say that its mapping is missing, many as others may be', async () => {
  const stacks = [['com.example.shop.Main.main:1', 'a.b.a:2', 'vendor.One.run:1', 'vendor.Two.run:2', 'vendor.Three.run:3']];
  const messages = shrunkSession(stacks, { sourceFile: `r8-map-id-${MAP_ID}` });
  const withVendors = messages.map((message) =>
    message.type === 'method' && message.class.startsWith('Lvendor/') ? { ...message, sourceFile: 'Vendor.java' } : message,
  );
  assert.equal(factsOf((await named(withVendors)).records)[0]?.neededId, MAP_ID);
  // The other way round: of an app that names its sources, the libraries that don't say nothing.
  const library = messages.map((message) =>
    message.type === 'method' && message.class.startsWith('Lcom/example/shop/') ? { ...message, sourceFile: 'Main.kt' } : message,
  );
  assert.deepEqual((await named(library)).records, []);
});

test('names that a session holds already are not asked for again', async () => {
  await put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const messages = shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const first = await named(messages);
  assert.ok(first.records.length > 0);
  assert.deepEqual((await named([...messages, ...first.records])).records, []);
});

test('a session that holds its names asks for no build, also where the mapping knows not all of its classes', async () => {
  const path = await put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const shrunk = shrunkSession([['com.phone.Link.run:9', 'a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const messages = shrunk.map((message) =>
    message.type === 'method' && message.class.startsWith('Lcom/phone/') ? { ...message, sourceFile: 'Link.java' } : message,
  );
  const { records } = await named([...messages, { type: 'string', id: 2, text: 'worker' }]);
  assert.deepEqual(shownStacks([...messages, ...records]), [['Link.run:9', 'Feed.bind:42']]);
  await rm(path);
  const held = await followBuilds([...messages, { type: 'string', id: 2, text: 'worker' }, ...records], () =>
    assert.fail('A build was looked for'),
  );
  assert.deepEqual(held, []);
});

test('what a session lacks of its own mapping, which is here no more, is not said to lack all names', async () => {
  const path = await put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const options = { sourceFile: `r8-map-id-${MAP_ID}` };
  const { records } = await named(shrunkSession([['a.b.a:2']], options));
  await rm(path);
  let asked = 0;
  const cutOff = [...shrunkSession([['a.b.a:2'], ['a.b.a:3']], options), ...records];
  assert.deepEqual(await followBuilds(cutOff, () => asked++), []);
  assert.ok(asked > 0, 'it was looked for');
});

test('nor is an image said to be missing whose very file named all that it could', async () => {
  const messages: readonly Message[] = [
    ...shrunkSession([], { sourceFile: 'Feed.kt' }),
    { type: 'image', id: 7, base: 0x7000, size: 0x1000, buildId: new Uint8Array([1, 2]), path: '/data/app/lib/arm64/libshop.so' },
    { type: 'nativeNode', id: 1, parent: 0, image: 7, offset: 16 },
  ];
  const [missing] = factsOf(await followBuilds(messages, () => undefined));
  assert.deepEqual([missing?.image, missing?.confidence, missing?.neededId], [7, 0, '0102']);
  const exact = symbolsRecord(0, 7, { neededId: '0102', confidence: 2 });
  assert.deepEqual(await followBuilds([...messages, exact], () => undefined), []);
});

test('each run has the mapping of its own build, and records name the run', async () => {
  await put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  await put('app/build/outputs/mapping/beta/mapping.txt', map('fedcba9876543210').replaceAll('com.shop.Feed', 'com.shop.Beta'));
  const first = shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const second = shrunkSession([['a.b.a:2']], { sourceFile: 'r8-map-id-fedcba9876543210', run: 1 });
  const messages = [...first, { type: 'processEnd', atUs: 6_000_000, why: '' } as const, ...second];
  const { records } = await named(messages);
  assert.deepEqual(shownStacks([...messages, ...records]), [['Feed.bind:42'], ['Beta.bind:42']]);
});

test('a mistake in writing ends the naming of this session, in words, and nothing else', async () => {
  await put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const said: string[] = [];
  const symbols = new SessionSymbols({
    builds: await BuildIndex.open({
      finders: [gradle(folder)],
      identify: async (path, kind) => (await thread.ask({ ask: 'identify', path, kind })).answer,
      watch: () => ({ close: () => undefined }),
    }),
    symbols: thread,
    write: () => {
      throw new RangeError('too long');
    },
    log: (line) => void said.push(line),
  });
  for (const message of shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` })) symbols.follow(message);
  symbols.begin();
  await symbols.settled();
  assert.equal(said.length, 1);
  assert.match(said[0] ?? '', /No more names.*too long/s);
});

test('a mapping that can’t be read is said to be damaged, with what to do', async () => {
  await put('app/build/outputs/mapping/release/mapping.txt', `# pg_map_id: ${MAP_ID}\nno map\nat all\n`);
  const { records } = await named(shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` }));
  const [facts, ...others] = factsOf(records);
  assert.deepEqual([facts?.confidence, others.length], [0, 0]);
  assert.match(facts?.why ?? '', /mapping\.txt at 0x0: expected a map of R8 or ProGuard.*build again/s);
});

const noBuilds = {
  places: [],
  native: async () => [],
  mappings: async () => [],
  onChange: () => () => undefined,
  locate: () => undefined,
  forget: () => undefined,
};

test('a session of 150,000 methods, as large apps have them, is named whole', () => {
  const said: string[] = [];
  const log = (line: string): void => void said.push(line);
  const budget = new SymbolicationBudget();
  const symbols = new SessionSymbols({ builds: noBuilds, symbols: thread, write: () => undefined, log, budget });
  symbols.follow(processMessage(0));
  let node = 0;
  for (let id = 1; id <= 150_000; id++) {
    // 100 letters, five methods in a class, and four frames in three methods.
    const className = `Lcom/example/shop/feature/package${Math.floor(id / 5)}/a;`.padEnd(50, 'x');
    const method = { class: className, name: `method${id}`.padEnd(20, 'n'), signature: '(Ljava/lang/Object;)V', sourceFile: 'SourceFile' };
    symbols.follow({ type: 'method', id, ...method, modifiers: 0 });
    for (let frame = 0; frame < (id % 3 === 0 ? 2 : 1); frame++)
      symbols.follow({ type: 'node', id: ++node, parent: 0, method: id, line: 1 + frame, pc: -1 });
  }
  symbols.close();
  assert.deepEqual(said, []);
});

/** An endless session exceeds the limits: its newest part is kept. */
for (const kind of Object.keys(symbolSessions) as SymbolSession[]) {
  test(`a session that repeats ${kind} wants no more than there is room for, and says once that it did`, () => {
    const most = 1 << 20;
    const budget = new SymbolicationBudget(most);
    const said: string[] = [];
    const log = (line: string): void => void said.push(line);
    const symbols = new SessionSymbols({ builds: noBuilds, symbols: thread, write: () => undefined, log, budget });
    let left = 20_000;
    let largest = 0;
    for (const message of symbolSessions[kind](0)) {
      symbols.follow(message);
      largest = Math.max(largest, budget.held);
      if (--left === 0) break;
    }
    symbols.close();
    assert.ok(largest <= most, `${largest} bytes`);
    // Runs without anything in them, one frame, and images that it does not have, are nothing to hold.
    const isHeld = !['runs', 'longNames', 'symbols'].includes(kind);
    assert.deepEqual(said.length, isHeld ? 1 : 0, said.join(' '));
  });
}
