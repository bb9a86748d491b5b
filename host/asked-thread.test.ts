import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { background } from '../core/guarded.ts';
import { AskedThread, type AskedThreadOptions, HANG_PARTS } from './asked-thread.ts';

/** Answers of the program below. */
interface Questions {
  double(value: number): number;
  length(bytes: Uint8Array<ArrayBuffer>): number;
  neighbour(name: string): string;
  fail(): never;
  die(): never;
  hang(): never;
  fill(): never;
}

const program = `
import { parentPort } from 'node:worker_threads';
const asking = new Map();
const answers = {
  double: (value) => 2 * value,
  length: (bytes) => bytes.length,
  neighbour: (name) => new Promise((resolve) => { asking.set(1, resolve); parentPort.postMessage({ kind: 'question', number: 1, name: 'greet', given: [name] }); }),
  fail: () => { throw new Error('It cannot be read.'); },
  die: () => process.exit(3),
  hang: () => { for (;;); },
  fill: () => { const kept = []; for (;;) kept.push({ kept: [kept.length] }); },
};
parentPort.on('message', async ({ kind, number, name, given, value, failure }) => {
  if (kind === 'answer') return asking.get(number)(value);
  if (kind === 'failure') return asking.get(number)(failure.message);
  try {
    parentPort.postMessage({ kind: 'answer', number, value: await answers[name](...given) });
  } catch (error) {
    parentPort.postMessage({ kind: 'failure', number, failure: { message: error.message } });
  }
});
`;

const threads: AskedThread<Questions>[] = [];
afterEach(() => {
  for (const thread of threads.splice(0)) thread.close();
});

function open(options: Partial<AskedThreadOptions> = {}): AskedThread<Questions> {
  const url = new URL(`data:text/javascript,${encodeURIComponent(program)}`);
  const thread = new AskedThread<Questions>({ program: url, task: 'doubles', memoryMb: 64, ...options });
  threads.push(thread);
  return thread;
}

test('a thread answers, gets buffers without a copy, and may ask in its turn', async () => {
  const thread = open({ answers: { greet: (name: string) => `Hello, ${name}` } });
  const bytes = new Uint8Array(1_000);
  assert.deepEqual(await Promise.all([thread.ask('double', [21]), thread.ask('length', [bytes], [bytes.buffer])]), [42, 1_000]);
  assert.deepEqual([bytes.length, thread.waiting], [0, 0]);
  assert.equal(await thread.ask('neighbour', ['thread']), 'Hello, thread');
  // A transferred value cannot be sent again: that question alone fails.
  await assert.rejects(async () => thread.ask('length', [bytes], [bytes.buffer]));
  await assert.rejects(thread.ask('fail', []), /^Error: It cannot be read\.$/);
  assert.equal(await thread.ask('double', [4]), 8);
});

for (const [question, why] of [
  ['die', /has ended: it ended with code 3\.$/],
  ['fill', /has ended: .*memory/],
] as const) {
  test(`when a question ${question === 'die' ? 'ends the thread' : 'takes its memory'}, all fail, and those to come at once`, async () => {
    const thread = open();
    assert.equal(await thread.ask('double', [1]), 2);
    const [died, next] = await Promise.allSettled([thread.ask(question, []), thread.ask('double', [2])]);
    assert.ok(died.status === 'rejected' && next.status === 'rejected');
    assert.match(String(died.reason.message), why);
    assert.equal(next.reason, died.reason);
    await assert.rejects(thread.ask('double', [3]), { code: 'internal', message: why });
    assert.equal(thread.waiting, 0);
  });
}

test('a thread that gives no answer is ended', async ({ mock }) => {
  // By a clock of the test: on a loaded machine threads take seconds to start, which is no hang.
  mock.timers.enable({ apis: ['setTimeout'] });
  const thread = open({ hangMs: 3_000 });
  assert.equal(await thread.ask('double', [1]), 2);
  const hanging = thread.ask('hang', []);
  for (let part = 0; part < HANG_PARTS; part++) {
    // Another question is no sign of life.
    if (part === 2) background(thread.ask('double', [2]), () => undefined);
    mock.timers.tick(3_000 / HANG_PARTS);
  }
  await assert.rejects(hanging, /has ended: no answer came in 3 s\./);
});

test('a thread has time to answer after the computer slept', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const thread = open({ hangMs: 3_000 });
  assert.equal(await thread.ask('double', [1]), 2);
  const asked = thread.ask('double', [21]);
  mock.timers.tick(3_600_000);
  assert.equal(await asked, 42);
});

test('an answer that cannot be sent to the thread fails there', async () => {
  const thread = open({ answers: { greet: () => () => undefined } });
  assert.match(await thread.ask('neighbour', ['thread']), /could not be cloned/);
});

test('a process of its own answers, and its crash or hang fails its questions alone', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'laglens-child-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'child.mjs');
  await writeFile(
    path,
    `const parentPort = { on: (what, heard) => process.on(what, heard), postMessage: (message) => process.send(message) };${program.replace(/import .*;/, '')}`,
  );
  const child = (hangMs?: number) => open({ program: pathToFileURL(path), isProcess: true, ...(hangMs === undefined ? {} : { hangMs }) });
  const answering = child();
  assert.equal(await answering.ask('double', [21]), 42);
  assert.equal(await answering.ask('length', [new Uint8Array(7)]), 7);
  await assert.rejects(answering.ask('die', []), /has ended: it ended with code 3\./);
  await assert.rejects(child(400).ask('hang', []), /no answer came in 0\.4 s/);
  assert.equal(await child().ask('double', [4]), 8);
});
