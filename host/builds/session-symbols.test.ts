import assert from 'node:assert/strict';
import { utimes, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { sourceClass } from '../../core/analysis/frames/class-names.ts';
import { SessionModel } from '../../core/session/model/model.ts';
import type { Message } from '../../core/wire/schema.ts';
import { processMessage } from '../../tests/core/sample-stream.ts';
import { type SymbolSession, symbolSessions } from '../../tests/hostile/symbol-sessions.ts';
import { buildFolder, factsOf } from '../../tests/symbols/builds/build-folder.ts';
import { MAP_ID, feedMap as map, shownStacks, shrunkSession } from '../../tests/symbols/builds/shrunk-session.ts';
import { BuildIndex } from './build-index.ts';
import { gradle } from './finders/gradle.ts';
import { SessionSymbols } from './session-symbols.ts';
import { SymbolicationBudget } from './symbolication-budget.ts';
import { watchNothing } from './watch-folders.ts';

const builds = buildFolder();

test('a run whose classes name their mapping is named by it, inlined functions as frames of their own', async () => {
  const path = await builds.put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const messages = shrunkSession([['a.b.a:2'], ['a.b.a:4']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const { records } = await builds.named(messages);
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

test('the class of an awaited class object gets its name from the mapping, too', async () => {
  await builds.put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const messages = shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}`, handler: 'java.lang.Class<La.b;>' });
  const { records } = await builds.named(messages);
  assert.deepEqual(records.find((record) => record.type === 'classNames')?.classes, [{ built: 'a.b', source: 'com.shop.Feed' }]);
  const model = new SessionModel();
  for (const message of [...messages, ...records]) model.apply(message);
  assert.equal(sourceClass(model, 0, model.strings.indexOf('Ljava/lang/Class<La/b;>;')), 'java.lang.Class<com.shop.Feed>');
});

test('the line of an outline shows where in its caller it was', async () => {
  await builds.put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const stacks = [
    ['a.b.b:10', 'o.a:1'],
    ['a.b.b:10', 'o.a:2'],
  ];
  const messages = shrunkSession(stacks, { sourceFile: `r8-map-id-${MAP_ID}` });
  const { records } = await builds.named(messages);
  assert.deepEqual(shownStacks([...messages, ...records]), [['Feed.draw:61'], ['Feed.draw:62']]);
});

test('a mapping of another id is never used: it is reported, with its day', async () => {
  const path = await builds.put('app/build/outputs/mapping/release/mapping.txt', map('fedcba9876543210'));
  await utimes(path, new Date('2026-03-04T05:06:07Z'), new Date('2026-03-04T05:06:07Z'));
  await builds.putMetadata('com.example.shop');
  const messages = shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const { records } = await builds.named(messages);
  assert.deepEqual(shownStacks([...messages, ...records]), [['b.a:2']]);
  const [facts] = factsOf(records);
  assert.deepEqual([facts?.confidence, facts?.neededId, facts?.file, records.length], [0, MAP_ID, '', 1]);
  assert.ok(facts?.why.includes(MAP_ID) && facts.why.includes(path) && facts.why.includes('2026-03-04 05:06 UTC'), facts?.why);
});

test('a build that comes later is found by a retry', async () => {
  const messages = shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const { symbols, records } = await builds.named(messages);
  assert.equal(factsOf(records).length, 1);
  const path = await builds.put('elsewhere/mapping.txt', map(MAP_ID));
  symbols.locate(path);
  await symbols.settled();
  assert.deepEqual(shownStacks([...messages, ...records]), [['Feed.bind:42']]);
  assert.deepEqual([factsOf(records).at(-1)?.file, factsOf(records).at(-1)?.foundBy], [path, 'named by you']);
});

test('a retry searches again', async () => {
  const messages = shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const { symbols, records } = await builds.named(messages);
  await builds.put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  symbols.retry();
  await symbols.settled();
  assert.deepEqual(shownStacks([...messages, ...records]), [['Feed.bind:42']]);
});

test('a mapping that the next build replaces is not used for the app that still runs; what was named stays', async () => {
  const path = await builds.put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const first = shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const { symbols, records } = await builds.named(first);
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

test('each run has the mapping of its own build, and records name the run', async () => {
  await builds.put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  await builds.put('app/build/outputs/mapping/beta/mapping.txt', map('fedcba9876543210').replaceAll('com.shop.Feed', 'com.shop.Beta'));
  const first = shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const second = shrunkSession([['a.b.a:2']], { sourceFile: 'r8-map-id-fedcba9876543210', run: 1 });
  const messages = [...first, { type: 'processEnd', atUs: 6_000_000, why: '' } as const, ...second];
  const { records } = await builds.named(messages);
  assert.deepEqual(shownStacks([...messages, ...records]), [['Feed.bind:42'], ['Beta.bind:42']]);
});

test('a mistake in writing ends the naming of this session, in words, and nothing else', async () => {
  await builds.put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const said: string[] = [];
  const symbols = new SessionSymbols({
    builds: await BuildIndex.open({
      finders: [gradle(builds.folder)],
      identify: async (path, kind) => (await builds.thread.ask({ ask: 'identify', path, kind })).answer,
      watch: watchNothing,
    }),
    symbols: builds.thread,
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
  await builds.put('app/build/outputs/mapping/release/mapping.txt', `# pg_map_id: ${MAP_ID}\nno map\nat all\n`);
  const { records } = await builds.named(shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` }));
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
  const symbols = new SessionSymbols({ builds: noBuilds, symbols: builds.thread, write: () => undefined, log, budget });
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
    const symbols = new SessionSymbols({ builds: noBuilds, symbols: builds.thread, write: () => undefined, log, budget });
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
