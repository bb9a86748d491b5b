import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { DEFAULT_LIMITS } from '../../../core/analysis/lags/app-limits.ts';
import { SessionLibrary } from '../../../host/capture/library.ts';
import { silentLog } from '../../../tests/extension/silent-log.ts';
import { Uri, useViewWindow } from '../../../tests/extension/view-window.ts';
import type { RecordedFacts } from './recorded-facts.ts';
import type { FactsReader } from './stored-facts.ts';

useViewWindow();
const { StoredFacts } = await import('./stored-facts.ts');
const { FactsCache } = await import('./facts-cache.ts');

const facts = {
  app: 'shop',
  version: '1.0',
  device: 'Pixel 8',
  startedMs: 5,
  lengthUs: 7,
  lags: 2,
  worstUs: 9,
  frames: { frames: 90, late: 3, dropped: 5, fps: 57, jankShare: 1 / 30 },
};
const read: RecordedFacts = { kind: 'read', facts };

class Folder {
  readonly reads: string[] = [];
  readonly library: SessionLibrary;
  readonly #path: string;
  thresholdUs = 100_000;
  limits = DEFAULT_LIMITS;
  closed = 0;
  fails = false;

  constructor(path: string) {
    this.#path = path;
    this.library = new SessionLibrary(path);
  }

  /** As another window would have them. */
  facts(): InstanceType<typeof StoredFacts> {
    const reader: FactsReader = {
      read: async (path, { thresholdUs, limits }) => {
        this.reads.push(`${path.slice(this.#path.length + 1)} ${thresholdUs}${limits === DEFAULT_LIMITS ? '' : ` ${limits.memoryBytes}`}`);
        if (this.fails) throw new Error('The thread has ended.');
        return read;
      },
      close: () => void this.closed++,
    };
    // The stand-in for `vscode` has no more of its types.
    const file = Uri.file(join(this.#path, 'facts.json')) as never;
    return new StoredFacts({ file, log: silentLog, startReader: () => reader, settings: () => this });
  }

  /** Resolves once each of the sessions is known. */
  async knownBy(stored: InstanceType<typeof StoredFacts>): Promise<readonly (RecordedFacts | undefined)[]> {
    const sessions = await this.library.sessions();
    const all = async (): Promise<readonly (RecordedFacts | undefined)[]> => Promise.all(sessions.map((each) => stored.known(each)));
    await new Promise<void>((resolve, reject) => {
      const check = (): void => void all().then((known) => known.every((each) => each !== undefined) && resolve(), reject);
      stored.onDidChange(check);
      stored.want(sessions);
      check();
    });
    return all();
  }
}

async function folderWith(...names: readonly string[]): Promise<Folder & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'laglens-facts-'));
  for (const name of names) await writeFile(join(path, `${name}.laglens`), name);
  return Object.assign(new Folder(path), { [Symbol.asyncDispose]: () => rm(path, { recursive: true }) });
}

/** Waits until the facts are in the file of the cache. */
async function savedText(folder: Folder): Promise<string> {
  for (;;) {
    const text = await readFile(join(folder.library.folder, 'facts.json'), 'utf8').catch(() => '');
    if (text !== '') return text;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('each state of a file is read once, also by later windows, and again when it or the threshold changes', async () => {
  await using folder = await folderWith('one', 'two');
  const first = folder.facts();
  assert.deepEqual(await folder.knownBy(first), [read, read]);
  assert.equal(folder.reads.length, 2);
  await folder.knownBy(first);
  assert.equal(folder.reads.length, 2, 'known ones are not read again');
  await savedText(folder);
  const second = folder.facts();
  await folder.knownBy(second);
  assert.equal(folder.reads.length, 2, 'nor by another window');

  await utimes(join(folder.library.folder, 'one.laglens'), new Date(5_000), new Date(5_000));
  await folder.knownBy(second);
  assert.deepEqual(folder.reads.slice(2), ['one.laglens 100000']);
  folder.thresholdUs = 50_000;
  await folder.knownBy(second);
  assert.deepEqual(folder.reads.slice(3).sort(), ['one.laglens 50000', 'two.laglens 50000']);
  folder.limits = { ...DEFAULT_LIMITS, memoryBytes: 7 };
  await folder.knownBy(second);
  assert.deepEqual(folder.reads.slice(5).sort(), ['one.laglens 50000 7', 'two.laglens 50000 7']);
});

test('what a capture knows of its file is not read', async () => {
  await using folder = await folderWith('one');
  const stored = folder.facts();
  await stored.record(join(folder.library.folder, 'one.laglens'), facts, { thresholdUs: 100_000, limits: DEFAULT_LIMITS });
  assert.deepEqual(await folder.knownBy(stored), [read]);
  assert.deepEqual(folder.reads, []);
});

test('a file that ends its thread is not tried again in this window, but in the next', async () => {
  await using folder = await folderWith('bad');
  folder.fails = true;
  const stored = folder.facts();
  const [known] = await folder.knownBy(stored);
  assert.deepEqual(known, { kind: 'unreadable', why: 'The thread has ended.' });
  await folder.knownBy(stored);
  assert.equal(folder.reads.length, 1);
  assert.equal(folder.closed, 1);
  await savedText(folder);
  folder.fails = false;
  assert.deepEqual(await folder.knownBy(folder.facts()), [read]);
});

test('the cache has an end, and takes nothing from a file that is not its own', () => {
  const cache = new FactsCache();
  const key = (name: string) => ({ name, bytes: 1, modifiedMs: 1, thresholdUs: 1, limits: '1' });
  for (let index = 0; index < 2_000; index++) cache.set(key(`session ${index}`), read);
  assert.equal(cache.get(key('session 799')), undefined);
  assert.deepEqual(cache.get(key('session 800')), read);
  const other = new FactsCache();
  other.add(cache.toText());
  assert.deepEqual(other.get(key('session 1999')), read);
  const foreign = [
    { ...key('a'), recorded: { kind: 'read', facts: { ...facts, worstUs: 'long' } } },
    { ...key('b'), bytes: 'many', recorded: read },
    { ...key('c'), recorded: { kind: 'unreadable', why: 'x'.repeat(1_001) } },
    'd',
  ];
  const careful = new FactsCache();
  for (const text of [
    JSON.stringify({ version: 3, entries: foreign }),
    JSON.stringify({ version: 1, entries: [{ ...key('e'), recorded: read }] }),
    'null',
    '[]',
  ]) {
    careful.add(text);
  }
  assert.equal(careful.toText(), JSON.stringify({ version: 3, entries: [] }));
  const odd = { ...facts, frames: { ...facts.frames, late: 'many' } };
  careful.add(JSON.stringify({ version: 3, entries: [{ ...key('f'), recorded: { kind: 'read', facts: odd } }] }));
  assert.deepEqual(careful.get(key('f')), { kind: 'read', facts: { ...facts, frames: undefined } });
});
