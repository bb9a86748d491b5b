import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { SymbolThread, type SymbolThreadOptions } from './symbol-thread.ts';

/** Answers with the path as the id; some paths end it, and some it never answers. */
const program = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ number, question }) => {
  if (question.path === 'dies') process.exit(3);
  if (question.path === 'throws') throw new Error('out of its mind');
  if (question.path === 'hangs') for (;;) ;
  if (question.path === 'bad') return parentPort.postMessage({ number, failure: { code: 'symbols-malformed', message: 'It is damaged.', next: 'Build again.' } });
  parentPort.postMessage({ number, answer: { ask: question.ask, value: [{ kind: 'mapping', id: question.path, hash: '' }] }, tookUs: 5 });
});
`;

let folder = '';
let url: URL;
const threads: SymbolThread[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'laglens thread '));
  url = pathToFileURL(join(folder, 'program.cjs'));
  await writeFile(url, program);
});
after(() => rm(folder, { recursive: true }));
afterEach(async () => {
  for (const thread of threads.splice(0)) await thread.close();
});

function open(options: SymbolThreadOptions = {}): SymbolThread {
  const thread = new SymbolThread({ program: url, ...options });
  threads.push(thread);
  return thread;
}

async function idOf(thread: SymbolThread, path: string): Promise<string | undefined> {
  return (await thread.ask({ ask: 'identify', path, kind: 'mapping' })).answer[0]?.id;
}

for (const [path, why] of [
  ['dies', /ended with code 3/],
  ['throws', /out of its mind/],
] as const) {
  test(`when a file ${path === 'dies' ? 'ends' : 'breaks'} the thread, only its question fails: another thread takes the rest`, async () => {
    const said: string[] = [];
    const thread = open({ log: (line) => void said.push(line) });
    const asked = [idOf(thread, 'one'), idOf(thread, path), idOf(thread, 'two'), idOf(thread, 'three')];
    const [one, broken, two, three] = await Promise.allSettled(asked);
    assert.deepEqual(
      [one, two, three],
      ['one', 'two', 'three'].map((value) => ({ status: 'fulfilled', value })),
    );
    assert.ok(broken?.status === 'rejected');
    assert.match(String(broken.reason), new RegExp(`Reading ${path} ended the thread`));
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', why);
  });
}

test('a thread that gives no answer is ended and started again', async ({ mock }) => {
  // By a clock of the test: on a loaded machine threads take seconds to start, which is no hang.
  mock.timers.enable({ apis: ['setTimeout'] });
  const thread = open({ hangMs: 3_000 });
  assert.equal(await idOf(thread, 'one'), 'one');
  const hanging = idOf(thread, 'hangs');
  const next = idOf(thread, 'two');
  mock.timers.tick(3_000);
  await assert.rejects(hanging, /no answer came in 3 s/);
  assert.equal(await next, 'two');
});

test('a file that can’t be read fails with its own words', async () => {
  await assert.rejects(idOf(open(), 'bad'), { message: 'It is damaged.', next: 'Build again.', code: 'symbols-malformed' });
});

test('a thread that is closed answers nothing any more', async () => {
  const thread = open();
  const asked = idOf(thread, 'hangs');
  const failed = assert.rejects(asked, /closing/);
  await thread.close();
  await failed;
  await assert.rejects(idOf(thread, 'one'), /closing/);
});

test('closing a thread ends it and says nothing, whether it waits for questions or is at one', async () => {
  const said: string[] = [];
  const idle = open({ log: (line) => void said.push(line) });
  assert.equal(await idOf(idle, 'one'), 'one');
  await idle.close();
  const busy = open({ log: (line) => void said.push(line) });
  assert.equal(await idOf(busy, 'one'), 'one');
  const failed = assert.rejects(idOf(busy, 'hangs'), /closing/);
  await busy.close();
  await failed;
  assert.deepEqual(said, []);
});
