import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSignedCopyNotes, SignedCopyRegistry } from './signed-copies.ts';

const shop = {
  device: '00008110-000A11111111001E',
  app: 'com.example.shop',
  name: 'Shop',
  build: '/builds/Shop.app',
  path: '/b/1/Shop.app',
};
const note = { ...shop, placedMs: 1, pid: 4711 };

/** Like VS Code's: keeps what JSON can say, for all windows. */
class Memory {
  text: string | undefined;

  get<T>(): T | undefined {
    return this.text === undefined ? undefined : JSON.parse(this.text);
  }

  async update(_key: string, value: unknown): Promise<void> {
    this.text = JSON.stringify(value);
  }
}

const fail = (error: unknown): never => assert.fail(String(error));

test('a copy is noted until the original is back, also for the next window', () => {
  const memory = new Memory();
  const notes = new SignedCopyRegistry(memory, fail);
  notes.placed({ ...shop, path: '' });
  notes.placed(shop);
  notes.placed({ ...shop, app: 'com.example.other' });
  const next = new SignedCopyRegistry(memory, fail);
  assert.deepEqual(
    next.all.map(({ app, path, pid }) => [app, path, pid]),
    [
      ['com.example.other', '/b/1/Shop.app', process.pid],
      ['com.example.shop', '/b/1/Shop.app', process.pid],
    ],
  );
  next.gone(shop);
  next.gone({ ...shop, app: 'com.example.other' });
  assert.deepEqual(notes.all, []);
  assert.equal(memory.text, undefined);
});

test('an installation that failed leaves the note on the copy that was there before', () => {
  const memory = new Memory();
  memory.text = JSON.stringify([note]);
  const notes = new SignedCopyRegistry(memory, fail);
  const takeBack = notes.placed({ ...shop, path: '' });
  assert.equal(notes.has(note), false);
  takeBack();
  assert.deepEqual(notes.all, [note]);
  assert.equal(notes.has(note), true);
});

test('an installation that failed leaves no note where there was none', () => {
  const notes = new SignedCopyRegistry(new Memory(), fail);
  notes.placed(shop)();
  assert.deepEqual(notes.all, []);
});

test('no more than 20 are noted, the newest', () => {
  const notes = new SignedCopyRegistry(new Memory(), fail);
  for (let n = 1; n <= 22; n++) notes.placed({ ...shop, app: `app${n}` });
  assert.deepEqual([notes.all.length, notes.all[0]?.app, notes.all.at(-1)?.app], [20, 'app22', 'app3']);
});

test('what is stored and is no note is passed over', () => {
  const { build: _, ...withoutBuild } = note;
  const damaged = [null, 5, 'x', {}, withoutBuild, { ...note, pid: -1 }, { ...note, placedMs: 'today' }, { ...note, device: '' }];
  assert.deepEqual(parseSignedCopyNotes([...damaged, { ...note, more: 1 }]), [note]);
  for (const stored of [undefined, null, 'x', { 0: note }]) assert.deepEqual(parseSignedCopyNotes(stored), []);
});

test('a note that cannot be kept is reported', async () => {
  const reported = new Promise((resolve) => {
    new SignedCopyRegistry({ get: () => undefined, update: () => Promise.reject(new Error('full')) }, resolve).placed(shop);
  });
  assert.match(String(await reported), /full/);
});
