import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { LineCosts } from '../../../core/analysis/source-costs/line-costs.ts';
import { readSession } from '../../../core/session/file/reader.ts';
import { SessionModel } from '../../../core/session/model/model.ts';
import { Decoder } from '../../../core/wire/decoder.ts';
import type { Message } from '../../../core/wire/schema.ts';
import type { Builds } from '../../../host/builds/build-index.ts';
import type { FoundMapping } from '../../../host/builds/found-build.ts';
import { SymbolThread } from '../../../host/builds/symbol-thread.ts';
import { inflateDriver, SessionFile } from '../../../host/session-file.ts';
import { sessionBytes, streamBytes } from '../../../tests/core/memory-session.ts';
import { shownStacks, shrunkSession } from '../../../tests/symbols/builds/shrunk-session.ts';
import { SessionThread } from '../../thread/session-thread.ts';
import { SymbolicationThread } from './names-thread.ts';
import { applySymbols, RecordedSymbolication } from './recorded-symbolication.ts';
import { isSymbolRecord } from './symbol-finder.ts';
import { SymbolSaver } from './symbol-saver.ts';

const MAP_ID = '0123456789abcdef';
const messages = shrunkSession([['a.b.a:2']], { sourceFile: `r8-map-id-${MAP_ID}` });
/** Class a.b was Feed; its a at line 2 was bind at line 42. */
const named = [['Feed.bind:42']];

/** As R8 writes maps (its doc/retrace.md). */
const map = `# compiler: R8\n# pg_map_id: ${MAP_ID}\ncom.shop.Feed -> a.b:\n    1:3:void bind():41:43 -> a\n`;

const MAP_WRITTEN_MS = 1_690_000_000_000;

let folder: string;
let thread: SymbolThread;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens names '));
  await writeFile(join(folder, 'mapping.txt'), map);
  await utimes(join(folder, 'mapping.txt'), MAP_WRITTEN_MS / 1000, MAP_WRITTEN_MS / 1000);
  thread = new SymbolThread();
});
after(async () => {
  await thread.close();
  await rm(folder, { recursive: true });
});

function mapping(): FoundMapping {
  return {
    path: join(folder, 'mapping.txt'),
    size: map.length,
    modifiedMs: MAP_WRITTEN_MS,
    foundBy: 'test',
    variant: '',
    applicationIds: [],
    isNamed: false,
    facts: { kind: 'mapping', id: MAP_ID, hash: '' },
  };
}

const noBuilds: Builds = {
  places: [],
  native: async () => [],
  mappings: async () => [],
  onChange: () => () => undefined,
  locate: () => undefined,
  forget: () => undefined,
};

/** Names by one mapping, which is there or not. */
function recorded(isThere: boolean): RecordedSymbolication {
  const builds: Builds = { ...noBuilds, mappings: async () => (isThere ? [mapping()] : []) };
  return new RecordedSymbolication(
    (found) => new SymbolicationThread({ builds, symbols: thread, found, log: (line) => assert.fail(line) }),
  );
}

async function follow(names: RecordedSymbolication, followed: readonly Message[]): Promise<RecordedSymbolication> {
  await names.read(streamBytes(followed), true);
  names.begin();
  await names.settled();
  return names;
}

test('what is found comes as bytes that decode on their own, again for each page, and ends when the page goes', async () => {
  const names = await follow(recorded(true), messages);
  for (let page = 1; page <= 2; page++) {
    const going = new AbortController();
    const records: Message[] = [];
    for await (const part of names.parts(going.signal)) {
      records.push(...new Decoder().push(part));
      going.abort();
    }
    assert.deepEqual(shownStacks([...messages, ...records]), named, `page ${page}`);
  }
  names.close();
});

test('who waits for names leaves one listener at the signal, however many come', async () => {
  let found: (piece: Uint8Array) => void = () => undefined;
  const done = async (): Promise<void> => undefined;
  const names = new RecordedSymbolication((add) => {
    found = add;
    return { take: done, begin: () => undefined, settled: done, failed: (error) => assert.fail(`${error}`), close: () => undefined };
  });
  const going = new AbortController();
  const parts = names.parts(going.signal);
  for (let piece = 0; piece < 5; piece++) {
    const part = parts.next();
    await turn();
    found(new Uint8Array(1));
    await part;
  }
  const last = parts.next();
  await turn();
  assert.equal(getEventListeners(going.signal, 'abort').length, 1);
  going.abort();
  assert.equal((await last).done, true);
});

test('a session is decoded in another thread, one piece at a time, in chunks or in pieces of a stream', async (t) => {
  const stacks = Array.from({ length: 2_000 }, (_, i) => [`a.b.a:${1 + (i % 3)}`, `a.c.m${i}:${i}`]);
  const bytes = streamBytes(shrunkSession(stacks, { sourceFile: `r8-map-id-${MAP_ID}` }));
  const decoded = t.mock.method(Decoder.prototype, 'decode').mock;
  const whole = recorded(true);
  await whole.read(bytes, true);
  const pieces = recorded(true);
  for (let at = 0; at < bytes.length; at += 1_000) await pieces.read(bytes.subarray(at, at + 1_000), false);
  for (const names of [whole, pieces]) names.begin();
  await Promise.all([whole.settled(), pieces.settled()]);
  assert.equal(decoded.callCount(), 0, 'messages that this thread decoded');
  assert.equal(bytes.length > 16 * 4_096, true, 'the caller has its bytes still');
  const news = async (names: RecordedSymbolication) => (await names.found()).filter(({ type }) => type !== 'symbols');
  assert.deepEqual(await news(pieces), await news(whole));
  // The map knows three lines of one method.
  assert.equal((await news(whole)).filter(({ type }) => type === 'frameNames').length, 3);
});

test('when the thread ends, that is said once, and who reads or waits goes on without names', async () => {
  const said: string[] = [];
  const program = new URL(`data:text/javascript,${encodeURIComponent('process.exit(3)')}`);
  let closed = 0;
  const names = new RecordedSymbolication(
    (found) =>
      new SymbolicationThread({
        builds: noBuilds,
        symbols: thread,
        found,
        log: (line) => said.push(line),
        closed: () => closed++,
        thread: new SessionThread({ program }),
      }),
  );
  await follow(names, messages);
  await follow(names, messages);
  assert.deepEqual([await names.found(), said.length, closed], [[], 1, 1]);
  assert.match(said[0] ?? '', /^Symbol search for this session has ended: The thread .* has ended: it ended with code 3\./);
});

test('builds that are there later are asked, too', { timeout: 600_000 }, async () => {
  let changed = (): void => assert.fail('nobody listens');
  let mappings: readonly FoundMapping[] = [];
  const builds: Builds = {
    ...noBuilds,
    mappings: async () => mappings,
    onChange: (listener) => {
      changed = listener;
      return () => undefined;
    },
  };
  const names = new RecordedSymbolication(
    (found) => new SymbolicationThread({ builds, symbols: thread, found, log: (line) => assert.fail(line) }),
  );
  await follow(names, messages);
  assert.ok((await names.found()).every(({ type }) => type === 'symbols'));
  mappings = [mapping()];
  changed();
  await names.settled();
  assert.deepEqual(shownStacks([...messages, ...(await names.found())]), named);
  names.close();
});

test('a page that waits is notified of what is found later', async () => {
  const names = recorded(true);
  const going = new AbortController();
  const first = names.parts(going.signal).next();
  await follow(names, messages);
  const { value } = await first;
  assert.ok(value instanceof Uint8Array && new Decoder().push(value).every(isSymbolRecord));
  going.abort();
  names.close();
});

test('costs are reported for the lines that names lead to, also when they are found after the end', { timeout: 600_000 }, async () => {
  const model = new SessionModel();
  for (const message of messages) model.apply(message);
  const costs = new LineCosts(model);
  const lines = costs.watch(({ class: name }) => name === 'com.shop.Feed');
  costs.update([]);
  assert.deepEqual(lines.heat().lines, []);

  const names = recorded(true);
  const going = new AbortController();
  const taken = applySymbols(model, names, going.signal);
  const { version } = model;
  await follow(names, messages);
  while (model.namesVersion === 0) await turn();
  going.abort();
  await taken;
  // By its version an editor sees that there is something new.
  assert.ok(model.version > version);
  costs.update([]);
  assert.deepEqual(
    lines.heat().lines.map(({ line }) => line),
    [42],
  );
  names.close();
});

test('what the session holds already is not found a second time', async () => {
  const once = await follow(recorded(true), messages);
  const twice = await follow(recorded(true), [...messages, ...(await once.found())]);
  assert.deepEqual(
    (await twice.found()).filter(({ type }) => type !== 'symbols'),
    [],
  );
});

test('names are written into the file, which stays as old as it was; that there are none is not', async () => {
  const path = join(folder, 'stored.laglens');
  await writeFile(path, await sessionBytes(messages));
  const time = new Date(1_700_000_000_000);
  await utimes(path, time, time);
  const { size } = await stat(path);
  const failed = (error: unknown): void => assert.fail(String(error));

  const without = recorded(false);
  const notKept = new SymbolSaver(without, path, failed);
  await follow(without, messages);
  await notKept.settled();
  assert.ok((await without.found()).length > 0, 'it is said what is missing');
  assert.equal((await stat(path)).size, size);

  const names = recorded(true);
  const kept = new SymbolSaver(names, path, failed);
  await follow(names, messages);
  await kept.settled();
  assert.equal((await stat(path)).mtimeMs, time.getTime());
  const read = await messagesOf(path);
  assert.deepEqual(shownStacks(read), named);
});

test('a session that is shown twice is named twice, one after the other, and is whole', async () => {
  const path = join(folder, 'twice.laglens');
  await writeFile(path, await sessionBytes(messages));
  const both = [recorded(true), recorded(true)];
  const kept = both.map((names) => new SymbolSaver(names, path, (error) => assert.fail(String(error))));
  await Promise.all(both.map((names) => follow(names, messages)));
  await Promise.all(kept.map((each) => each.settled()));
  const read = await messagesOf(path);
  assert.deepEqual(shownStacks(read), named);
  assert.equal(read.filter(({ type }) => type === 'frameNames').length, 2, 'neither wrote over the other');
});

async function messagesOf(path: string): Promise<readonly Message[]> {
  const file = await SessionFile.open(path);
  try {
    const read: Message[] = [];
    for await (const chunk of readSession(file, inflateDriver)) read.push(...new Decoder().push(chunk));
    return read;
  } finally {
    await file.close();
  }
}
