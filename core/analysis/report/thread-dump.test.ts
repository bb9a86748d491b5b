import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnalyzedApp, ms } from '../../../tests/core/analyzed-app.ts';
import { lockedShop } from '../../../tests/core/locked-shop.ts';
import { lockModel, type ScriptedStack, type ScriptedWait } from '../../../tests/core/scripted-locks.ts';
import { ScriptedPhone } from '../../../tests/core/scripted-phone.ts';
import { parseStackTraceLine } from '../../symbols/retrace/stack-trace-line.ts';
import type { Message } from '../../wire/schema.ts';
import { runAt, threadsAt } from '../moment/threads-at.ts';
import { threadDump } from './thread-dump.ts';

/** Each holds what the other waits for, from 200 ms on. */
const ringOfTwo: readonly ScriptedWait[] = [
  { thread: 'main', for: 'Repo', from: 100, owners: { 120: 'bg-db', 320: 'bg-db' } },
  { thread: 'bg-db', for: 'Cache', from: 200, owners: { 220: 'main' } },
];
const ringStacks: readonly ScriptedStack[] = ['main', 'bg-db', 'net'].map((thread) => {
  return { thread, at: 0, stack: [`com.example.${thread === 'main' ? 'Repo.save' : 'Cache.put'}`] };
});

function dumpOf(messages: readonly Message[], atMs: number): string {
  const { model } = new AnalyzedApp().replay(messages);
  const run = runAt(model, atMs * ms);
  assert.ok(run);
  return threadDump(model, threadsAt(model, run, atMs * ms));
}

test('all threads at a moment read as a trace of an app that does not respond', () => {
  // Written by hand after ART's Thread::DumpState. The session began at 1,700,001,000 s: 22:30:00 UTC on 14 November 2023.
  assert.deepEqual(dumpOf(lockedShop(), 450).split('\n').slice(0, 42), [
    '----- pid 4242 at 2023-11-14 22:30:00 -----',
    'Cmd line: com.example.shop',
    'All threads 0.450 s after the session’s begin, from samples. Priorities and numbers of objects are placeholders.',
    '',
    'THREADS (8):',
    '"main" prio=5 tid=1 Blocked',
    '  | group="main" sysTid=4242',
    '  | blocked, CPU 0 %, waits for lock of Cart, held by bg-db',
    '  at com.example.Cart.total(Cart.java:12)',
    '  - waiting to lock <0x00000001> (a com.example.Cart) held by thread 3',
    '  at com.example.Feed.show(Feed.java:10)',
    '  at android.os.Handler.dispatchMessage(Handler.java:106)',
    '  at android.os.Looper.loopOnce(Looper.java:162)',
    '  at android.os.Looper.loop(Looper.java:294)',
    '  at com.android.internal.os.ZygoteInit.main(ZygoteInit.java:1003)',
    '',
    '"bg-db" prio=5 tid=3 Blocked',
    '  | group="main" sysTid=4243',
    '  | blocked, CPU 0 %, waits for lock of Db, held by disk',
    '  at com.example.Db.write(Db.java:61)',
    '  - waiting to lock <0x00000002> (a com.example.Db) held by thread 5',
    '  at com.example.Db.sync(Db.java:50)',
    '',
    '"disk" prio=5 tid=5 Native',
    '  | group="main" sysTid=4245',
    '  | blocked, CPU 10 %',
    '  at java.io.Fd.sync(Native method)',
    '  at com.example.Disk.flush(Disk.java:70)',
    '',
    '"codec" prio=5 tid=4 Runnable',
    '  | group="main" sysTid=4244',
    '  | busy, CPU 90 %',
    '  at com.example.Codec.run(Codec.java:9)',
    '',
    '"log" prio=5 tid=8 Runnable',
    '  | group="main" sysTid=4248',
    '  | unknown, CPU 40 %',
    '  at com.example.Log.run(Log.java:5)',
    '',
    '"pool-1" prio=5 tid=2 Waiting',
    '  | group="main" sysTid=4242',
    '  | waiting, CPU 0 %',
  ]);
});

/** As a reader of traces takes a frame apart: package, class, method, file, line. */
const FRAME = /^ *at (?:(.+)\.)?([^.]+)\.([^.]+)\((?:(.*):([\d-]+)|Native method)\)$/;
const THREAD = /^"(.*)" (?:daemon )?prio=(\d+)\s+tid=(\d+)\s(\w+)$/;
const LOCK = /^ *- waiting to lock <([0x0-9a-fA-F]{1,16})> \(a (?:(.+)\.)?([^.]+)\)(?: held by thread (\d+))?$/;

test('readers of traces find each thread, each frame and who holds which lock', () => {
  const lines = dumpOf(lockedShop(), 450).split('\n');
  const threads = lines.map((line) => THREAD.exec(line)).filter((match) => match !== null);
  assert.deepEqual(
    threads.map(([, name, , tid]) => `${name} ${tid}`),
    ['main 1', 'bg-db 3', 'disk 5', 'codec 4', 'log 8', 'pool-1 2', 'References 9'],
  );
  const locks = lines.map((line) => LOCK.exec(line)).filter((match) => match !== null);
  assert.deepEqual(
    locks.map(([, , folder, owner, holder]) => `${folder}.${owner} ${holder}`),
    ['com.example.Cart 3', 'com.example.Db 5'],
  );
  const frames = lines.filter((line) => line.startsWith('  at '));
  assert.equal(frames.length, 15);
  for (const frame of frames) {
    assert.match(frame, FRAME);
    // The reader behind `laglens retrace` agrees.
    const parsed = parseStackTraceLine(frame);
    assert.ok(parsed?.kind === 'frame', frame);
    const [, folder, owner, method] = FRAME.exec(frame) ?? [];
    assert.equal(frame.slice(parsed.className.begin, parsed.className.end), `${folder}.${owner}`);
    assert.equal(frame.slice(parsed.methodName.begin, parsed.methodName.end), method);
  }
});

test('native code without a name has its address and file', () => {
  const { messages } = new ScriptedPhone()
    .idle(300 * ms)
    .turn(400 * ms, ['Cart 4096', 'UIKit 160'])
    .idle(300 * ms);
  const frames = dumpOf(messages, 500)
    .split('\n')
    .filter((line) => line.startsWith('  native: '));
  assert.deepEqual(frames.slice(0, 2), [
    '  native: #00 pc 00000000000000a0  /System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore',
    '  native: #01 pc 0000000000001000  /private/var/containers/Bundle/Application/6F1C/Shop.app/Frameworks/Cart.framework/Cart',
  ]);
  // As a reader of traces takes it apart.
  for (const frame of frames) assert.match(frame, /^ *(?:native: )?#\d+ \S+ [0-9a-f]{16} {2}\S+$/);
});

test('a deadlock is named before the threads, and each of its threads says so', () => {
  const { model } = lockModel(['main', 'bg-db', 'net'], ringOfTwo, ringStacks, 400);
  const [run] = model.runs;
  assert.ok(run);
  const lines = threadDump(model, threadsAt(model, run, 350 * ms)).split('\n');
  assert.equal(lines[3], 'Deadlock since 0.200 s: main waits for Repo held by bg-db; bg-db waits for Cache held by main.');
  assert.deepEqual(
    lines.filter((line) => line.endsWith(', in a deadlock')),
    [
      '  | blocked, CPU 0 %, waits for lock of Repo, held by bg-db, in a deadlock',
      '  | blocked, CPU 0 %, waits for lock of Cache, held by main, in a deadlock',
    ],
  );
  // Before the second wait it was none.
  assert.ok(!threadDump(model, threadsAt(model, run, 150 * ms)).includes('eadlock'));
});

test('threads without a stack are one line at the end', () => {
  const lines = dumpOf(lockedShop(), 450).split('\n');
  assert.deepEqual(lines.slice(-5), ['', 'Without a stack then: "Finalizer"', '', '----- end 4242 -----', '']);
});

test('a lock without a class is an unknown object, and names cannot forge lines', () => {
  const messages = lockedShop().map((each): Message => {
    if (each.type === 'waitBegin' && each.thread === 1) return { ...each, object: 0 };
    if (each.type === 'thread' && each.thread === 4) return { ...each, name: 'co"dec\n"forged" prio=5 tid=99 Runnable' };
    return each;
  });
  const lines = dumpOf(messages, 450).split('\n');
  assert.ok(lines.includes('  - waiting to lock an unknown object'));
  assert.ok(lines.includes('  | blocked, CPU 0 %, waits for a lock, held by bg-db'));
  assert.ok(lines.includes(`"co'dec 'forged' prio=5 tid=99 Runnable" prio=5 tid=4 Runnable`), lines.join('\n'));
});
