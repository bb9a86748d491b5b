import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../../../core/wire/schema.ts';
import { buildFolder, factsOf } from './build-folder.ts';
import { MAP_ID, feedMap as map, shownStacks, shrunkSession } from './shrunk-session.ts';

const builds = buildFolder();

test('without an id the mapping of the same application that knows all classes is the nearest, and said to be', async () => {
  await builds.put('app/build/outputs/mapping/release/mapping.txt', map(''));
  await builds.putMetadata('com.example.shop');
  const messages = shrunkSession([['a.b.a:2']], { sourceFile: 'SourceFile' });
  const { records } = await builds.named(messages);
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
    await builds.put('app/build/outputs/mapping/release/mapping.txt', `${map('')}x.Kept -> x.Kept:\n    1:9:void show():1:9 -> show\n`);
    await builds.putMetadata(applicationId);
    const { records } = await builds.named(shrunkSession([stack], { sourceFile: 'SourceFile', handler: 'android.os.Handler' }));
    assert.deepEqual(records, []);
  });
}

test('the nearest mapping is no longer used when a class comes that it does not know', async () => {
  await builds.put('app/build/outputs/mapping/release/mapping.txt', map(''));
  await builds.putMetadata('com.example.shop');
  const first = shrunkSession([['a.b.a:2']], { sourceFile: 'SourceFile' });
  const { symbols, records } = await builds.named(first);
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
  assert.deepEqual((await builds.named(library)).records, []);
});

test('a mapping that is here and that any class names is used, though most classes name none', async () => {
  await builds.put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const messages = shrunkSession([['com.example.Shop.open:3', 'com.example.Cart.sum:4', 'a.b.a:2']], { sourceFile: 'Shop.kt' });
  const some = messages.map((message) =>
    message.type === 'method' && message.class === 'La/b;' ? { ...message, sourceFile: `r8-map-id-${MAP_ID}` } : message,
  );
  const { records } = await builds.named(some);
  assert.equal(factsOf(records)[0]?.confidence, 2);
  assert.deepEqual(shownStacks([...some, ...records]), [['Shop.open:3', 'Cart.sum:4', 'Feed.bind:42']]);
});

test('lambdas that the runtime made, and the agent’s own classes, do not speak against the mapping that is missing', async () => {
  const messages = shrunkSession([['a.b.a:2', 'a.b$$Lambda$1.0x7f.run:1', 'laglens.Hook.begin:1']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const some = messages.map((message) =>
    message.type === 'method' && message.class !== 'La/b;' ? { ...message, sourceFile: '' } : message,
  );
  const [facts] = factsOf((await builds.named(some)).records);
  assert.deepEqual([facts?.confidence, facts?.neededId], [0, MAP_ID]);
});

test('the app’s own classes say that its mapping is missing, many as others may be', async () => {
  const stacks = [['com.example.shop.Main.main:1', 'a.b.a:2', 'vendor.One.run:1', 'vendor.Two.run:2', 'vendor.Three.run:3']];
  const messages = shrunkSession(stacks, { sourceFile: `r8-map-id-${MAP_ID}` });
  const withVendors = messages.map((message) =>
    message.type === 'method' && message.class.startsWith('Lvendor/') ? { ...message, sourceFile: 'Vendor.java' } : message,
  );
  assert.equal(factsOf((await builds.named(withVendors)).records)[0]?.neededId, MAP_ID);
  // The other way round: of an app that names its sources, the libraries that don't say nothing.
  const library = messages.map((message) =>
    message.type === 'method' && message.class.startsWith('Lcom/example/shop/') ? { ...message, sourceFile: 'Main.kt' } : message,
  );
  assert.deepEqual((await builds.named(library)).records, []);
});
