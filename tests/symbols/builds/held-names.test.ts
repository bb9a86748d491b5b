import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import type { Message } from '../../../core/wire/schema.ts';
import { type SymbolRecord, symbolsRecord } from '../../../host/builds/name-records.ts';
import { SessionSymbols } from '../../../host/builds/session-symbols.ts';
import { buildFolder, factsOf } from './build-folder.ts';
import { MAP_ID, feedMap as map, shownStacks, shrunkSession } from './shrunk-session.ts';

const builds = buildFolder();

/** Records for a session whose builds are gone. */
async function followBuilds(messages: readonly Message[], asked: () => void): Promise<readonly SymbolRecord[]> {
  const records: SymbolRecord[] = [];
  const none = async (): Promise<readonly []> => {
    asked();
    return [];
  };
  const noChange = (): void => undefined;
  const gone = { places: [], native: none, mappings: none, onChange: () => noChange, locate: noChange, forget: noChange };
  const write = (some: readonly SymbolRecord[]): void => void records.push(...some);
  const symbols = new SessionSymbols({ builds: gone, symbols: builds.thread, write, log: (line) => assert.fail(line), delayMs: 0 });
  for (const message of messages) symbols.follow(message);
  symbols.begin();
  await symbols.settled();
  symbols.close();
  return records;
}

test('names that a session holds already are not asked for again', async () => {
  await builds.put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const messages = shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const first = await builds.named(messages);
  assert.ok(first.records.length > 0);
  assert.deepEqual((await builds.named([...messages, ...first.records])).records, []);
});

test('a session that holds its names asks for no build, also where the mapping knows not all of its classes', async () => {
  const path = await builds.put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const shrunk = shrunkSession([['com.phone.Link.run:9', 'a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
  const messages = shrunk.map((message) =>
    message.type === 'method' && message.class.startsWith('Lcom/phone/') ? { ...message, sourceFile: 'Link.java' } : message,
  );
  const { records } = await builds.named([...messages, { type: 'string', id: 2, text: 'worker' }]);
  assert.deepEqual(shownStacks([...messages, ...records]), [['Link.run:9', 'Feed.bind:42']]);
  await rm(path);
  const held = await followBuilds([...messages, { type: 'string', id: 2, text: 'worker' }, ...records], () =>
    assert.fail('A build was looked for'),
  );
  assert.deepEqual(held, []);
});

test('what a session lacks of its own mapping, which is here no more, is not said to lack all names', async () => {
  const path = await builds.put('app/build/outputs/mapping/release/mapping.txt', map(MAP_ID));
  const options = { sourceFile: `r8-map-id-${MAP_ID}` };
  const { records } = await builds.named(shrunkSession([['a.b.a:2']], options));
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
