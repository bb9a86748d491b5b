import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle, ms, pause } from '../../../tests/core/analyzed-app.ts';
import { around, at, isNear, onlyCause } from '../../../tests/core/one-lag.ts';
import { type Deed, SCRIPT_START_US, scriptedApp } from '../../../tests/core/scripted-app.ts';
import { threadState } from '../../session/columns/sample-columns.ts';
import type { Message } from '../../wire/schema.ts';

const show = 'com.example.Feed.show:10';

/** 400 of 500 ms in one stack, the rest is work of the app. */
function waitIn(stack: readonly string[], state: number = threadState.native, busy = 0) {
  const parts = [
    { us: 100 * ms, stack: [show] },
    { us: 400 * ms, stack, busy, state },
  ];
  return onlyCause(scriptedApp(around({ us: 500 * ms, parts })));
}

const transact = ['android.os.BinderProxy.transact:540', 'android.os.BinderProxy.transactNative:-2'];

/** Frames as on Android 11 to 15, outermost first; each wait lasts 400 ms. */
const frames: readonly (readonly [rule: string, stack: readonly string[], text: RegExp])[] = [
  [
    'binder',
    [show, 'android.app.IActivityManager$Stub$Proxy.getRunningAppProcesses:4200', ...transact],
    /^Main waited \d+ ms for another process in IActivityManager\.getRunningAppProcesses, called by Feed\.show \(Feed\.java:10\)\.$/,
  ],
  // An interface of the app itself is generated into its package.
  [
    'binder',
    [show, 'com.example.ICart$Stub$Proxy.total:88', ...transact],
    /^Main waited \d+ ms for another process in ICart\.total, called by Feed\.show \(Feed\.java:10\)\.$/,
  ],
  ['binder', [show, ...transact], /^Main waited \d+ ms for another process, called by Feed\.show \(Feed\.java:10\)\.$/],
  [
    'provider',
    [show, 'android.content.ContentResolver.query:1200', 'android.content.ContentProviderProxy.query:472', ...transact],
    /^Main waited \d+ ms for a content provider in Feed\.show \(Feed\.java:10\)\.$/,
  ],
  [
    'file',
    [show, 'java.io.FileOutputStream.write:400', 'libcore.io.Linux.writeBytes:-2'],
    /^Main waited \d+ ms for a file or pipe in Feed\.show \(Feed\.java:10\)\.$/,
  ],
  [
    'network',
    [show, 'java.net.Socket.connect:621', 'libcore.io.Linux.connect:-2'],
    /^Main waited \d+ ms for the network in Feed\.show \(Feed\.java:10\)\.$/,
  ],
  [
    'database',
    [show, 'org.sqlite.jdbc3.JDBC3Statement.executeUpdate:105', 'org.sqlite.core.NativeDB._exec_utf8:-2'],
    /^Main used a database for \d+ ms in Feed\.show \(Feed\.java:10\)\.$/,
  ],
  [
    'preferencesCommit',
    [show, 'android.app.SharedPreferencesImpl$EditorImpl.commit:615', 'java.io.FileDescriptor.sync:10', 'libcore.io.Linux.fsync:-2'],
    /^Main waited \d+ ms in Feed\.show \(Feed\.java:10\) until SharedPreferences\.commit had written to the disk\.$/,
  ],
  [
    'library',
    [show, 'java.lang.System.loadLibrary:1664', 'java.lang.Runtime.loadLibrary0:1001', 'java.lang.Runtime.nativeLoad:-2'],
    /^Main loaded native libraries for \d+ ms in Feed\.show \(Feed\.java:10\)\.$/,
  ],
];

for (const [rule, stack, text] of frames) {
  test(`a wait is named ${rule} by ${stack.slice(1).join(' > ')}`, () => {
    const { cause, text: said } = waitIn(stack);
    assert.equal(cause.rule, rule);
    assert.match(said, text);
    isNear(cause.explainedUs, 400);
  });
}

test('an activity that stops waits until apply has written, without a caller in the app', () => {
  const stack = [
    'android.app.ActivityThread.handleStopActivity:5100',
    'android.app.QueuedWork.waitToFinish:187',
    'java.util.concurrent.CountDownLatch.await:230',
    'jdk.internal.misc.Unsafe.park:-2',
  ];
  // Events know the whole wait, names only most of it.
  const events: readonly Message[] = [
    { type: 'waitBegin', thread: 1, atUs: at(100), kind: 3, object: 0 },
    { type: 'waitEnd', thread: 1, atUs: at(500) },
  ];
  const parts = [
    { us: 360 * ms, stack, busy: 0, state: threadState.parked },
    { us: 40 * ms, stack: [], busy: 0, state: threadState.parked },
  ];
  const script = scriptedApp(around({ us: 400 * ms, parts }));
  const { cause, text } = onlyCause([...script, ...events]);
  assert.equal(cause.rule, 'preferencesApply');
  assert.match(text, /^Main waited 36\d ms until SharedPreferences\.apply had written to the disk\.$/);
});

test('preferences that are still read keep main by Object.wait', () => {
  const stack = [show, 'android.app.SharedPreferencesImpl.awaitLoadedLocked:290', 'java.lang.Object.wait:-2'];
  const { cause, text } = waitIn(stack, threadState.objectWait);
  assert.equal(cause.rule, 'preferencesLoad');
  assert.deepEqual(cause.short, ['shortWaits', { kind: 'words', key: 'waitPreferences' }]);
  assert.match(text, /^Main waited (39|40)\d ms in Feed\.show \(Feed\.java:10\) until SharedPreferences were read from the disk\.$/);
});

for (const process of ['ProcessImpl', 'UNIXProcess']) {
  test(`another process is named, not the object that signals its end: ${process}`, () => {
    const stack = [show, `java.lang.${process}.waitFor:434`, 'java.lang.Object.wait:-2'];
    const { cause, text } = waitIn(stack, threadState.objectWait);
    assert.equal(cause.rule, 'process');
    assert.match(text, /^Main waited (39|40)\d ms for a process to end in Feed\.show \(Feed\.java:10\)\.$/);
  });
}

test('class loading is named, also while it works', () => {
  const stack = [show, 'java.lang.ClassLoader.loadClass:379', 'dalvik.system.DexFile.defineClassNative:-2'];
  const { cause, text } = waitIn(stack, threadState.running, 1);
  assert.deepEqual([cause.rule, cause.state], ['classes', 'busy']);
  assert.match(text, /^Main loaded classes for (39|40)\d ms in Feed\.show \(Feed\.java:10\)\.$/);
});

test('work with files is not a wait for the disk, and work in a call to another process is the app’s', () => {
  const files = waitIn([show, 'java.io.FileInputStream.readBytes:-2'], threadState.running, 1);
  assert.deepEqual([files.cause.rule, files.cause.state], ['file', 'busy']);
  assert.deepEqual(files.cause.short, ['shortBusyWith', { kind: 'words', key: 'waitFiles' }]);
  assert.match(files.text, /^Main read or wrote files for (39|40)\d ms in Feed\.show \(Feed\.java:10\)\.$/);
  assert.equal(waitIn([show, ...transact], threadState.running, 1).cause.rule, 'busy');
});

test('the app’s own work below a service of the system is the app’s', () => {
  // A content provider of the app, in the same process.
  const stack = ['android.content.ContentResolver.query:1200', 'com.example.FeedProvider.query:30'];
  const { cause, text } = waitIn(stack, threadState.running, 1);
  assert.equal(cause.rule, 'busy');
  assert.match(text, / in FeedProvider\.query \(FeedProvider\.java:30\)\.$/);
});

test('the kernel’s state of main names the disk where frames do not', () => {
  const { cause, text } = waitIn([show], threadState.disk);
  assert.equal(cause.rule, 'disk');
  assert.match(text, /^Main waited (39|40)\d ms for the disk in Feed\.show \(Feed\.java:10\)\.$/);
});

test('a read of a file descriptor is a disk’s only where the kernel or another call proves one', () => {
  const read = [show, 'java.io.FileInputStream.read:280', 'java.io.FileInputStream.readBytes:-2'];
  const { cause, text } = waitIn(read, threadState.kernel);
  assert.equal(cause.rule, 'file');
  assert.match(text, /^Main waited (39|40)\d ms for a file or pipe in Feed\.show \(Feed\.java:10\)\.$/);
  assert.equal(waitIn(read, threadState.disk).cause.rule, 'disk');
  const parts = [
    { us: 250 * ms, stack: [show, 'java.io.FileOutputStream.writeBytes:-2'], busy: 0, state: threadState.native },
    {
      us: 150 * ms,
      stack: [show, 'java.io.FileDescriptor.sync:-2', 'java.io.FileDescriptor.sync0:-2'],
      busy: 0,
      state: threadState.native,
    },
  ];
  const both = onlyCause(scriptedApp(around({ us: 400 * ms, parts })));
  assert.equal(both.cause.rule, 'disk');
  isNear(both.cause.explainedUs, 400);
});

test('waits that are shorter than the interval add up to their name', () => {
  // 40 writes of 5 ms on CPU and 5 ms off it: no sample is at rest, and no state says waiting.
  const stack = [show, 'java.io.FileDescriptor.sync:-2', 'java.io.FileDescriptor.sync0:-2'];
  const { cause } = onlyCause(scriptedApp(around({ us: 400 * ms, stack, busy: 0.5, state: threadState.running })));
  assert.equal(cause.rule, 'disk');
  isNear(cause.explainedUs, 400);
});

test('a sleep is named with the method that slept', () => {
  const { cause, text } = waitIn([show, 'java.lang.Thread.sleep:-2'], threadState.sleeping);
  assert.equal(cause.rule, 'sleep');
  assert.match(text, /^Main slept (39|40)\d ms in Feed\.show \(Feed\.java:10\)\.$/);
});

const latch: Message = { type: 'string', id: 900, text: 'Ljava/util/concurrent/FutureTask;' };
const parked: readonly Message[] = [
  latch,
  { type: 'thread', thread: 2, tid: 9, name: 'pool-1', group: 'main', flags: 0, atUs: SCRIPT_START_US },
  { type: 'waitBegin', thread: 1, atUs: at(200), kind: 3, object: 900 },
];

test('a wait for another thread has its object, and its owner where one is known', () => {
  const stack = [show, 'java.util.concurrent.FutureTask.get:190', 'jdk.internal.misc.Unsafe.park:-2'];
  const parts = [
    { us: 100 * ms, stack: [show] },
    { us: 400 * ms, stack, busy: 0, state: threadState.parked },
  ];
  const script = scriptedApp(around({ us: 500 * ms, parts }));
  const end: Message = { type: 'waitEnd', thread: 1, atUs: at(600) };
  const { cause, text } = onlyCause([...script, ...parked, end]);
  assert.equal(text, 'Main waited 400 ms for FutureTask in Feed.show (Feed.java:10).');
  assert.deepEqual([cause.rule, cause.explainedUs], ['objectWait', 400 * ms]);
  const owner: Message = { type: 'waitOwner', thread: 1, atUs: at(300), owner: 2, ownerNode: 0, waiters: 1, object: 900 };
  assert.match(onlyCause([...script, ...parked, owner, end]).text, / in Feed\.show \(Feed\.java:10\)\. pool-1 held it\.$/);
  assert.match(onlyCause(script).text, /^Main waited (39|40)\d ms for a notification in Feed\.show/);
});

test('a wait for an object that is a class names that class if its agent or dump did', () => {
  const stack = [show, 'jdk.internal.misc.Unsafe.park:-2'];
  const parts = [
    { us: 100 * ms, stack: [show] },
    { us: 400 * ms, stack, busy: 0, state: threadState.parked },
  ];
  const end: Message = { type: 'waitEnd', thread: 1, atUs: at(600) };
  for (const [name, said] of [
    // Older agents reported the class of classes alone.
    ['Ljava/lang/Class;', 'a class object'],
    ['Ljava/lang/Class<Lcom/example/Orders$Lines;>;', 'Orders$Lines.class'],
    // Thread dumps of ART, and of HotSpot.
    ['java.lang.Class<com.example.Orders>', 'Orders.class'],
    ['java.lang.Class for com.example.Orders', 'Orders.class'],
    ['Ljava/lang/Class<[[I>;', 'int[][].class'],
  ] as const) {
    const waits = parked.map((each) => (each.type === 'string' ? { ...each, text: name } : each));
    const { text } = onlyCause([...scriptedApp(around({ us: 500 * ms, parts })), ...waits, end]);
    assert.equal(text, `Main waited 400 ms for ${said} in Feed.show (Feed.java:10).`);
  }
});

test('a wait without a name has its length and its innermost function', () => {
  const { cause, text } = waitIn([show, 'com.example.Codec.decode0:-2', 'android.media.MediaCodec.native_dequeue:-2']);
  assert.equal(cause.rule, 'wait');
  assert.match(
    text,
    /^Main waited (39|40)\d ms of 500 ms, longest in MediaCodec\.native_dequeue \(MediaCodec\.java\), called by Codec\.decode0 \(Codec\.java\)\.$/,
  );
});

test('a precise cause needs half of the time that a general one explains', () => {
  // Of 500 ms 100 ms of sleep, 300 ms in native code at rest.
  const parts = [
    { us: 100 * ms, stack: [show, 'java.lang.Thread.sleep:-2'], busy: 0, state: threadState.sleeping },
    { us: 100 * ms, stack: [show] },
    { us: 300 * ms, stack: [show, 'com.example.Codec.decode0:-2'], busy: 0, state: threadState.native },
  ];
  assert.equal(onlyCause(scriptedApp(around({ us: 500 * ms, parts }))).cause.rule, 'wait');
});

test('native code in the looper is busy without a frame', () => {
  const { cause, text } = onlyCause(scriptedApp([idle(100 * ms), { kind: 'native', us: 300 * ms, busy: 1 }, idle(3_000 * ms)]));
  assert.equal(cause.rule, 'busy');
  assert.match(text, /^Busy: (9\d|100) % of (28|29|30)\d ms in native code without a Java frame\.$/);
});

test('a burst of messages is counted, with the handler of most', () => {
  // 12 messages of 30 ms, 8 of them for one callback; each works in another method.
  const message = (index: number): Deed => {
    const callback = `com.example.${index % 3 === 0 ? 'Log' : 'Feed$Refresh'}`;
    return { kind: 'message', us: 30 * ms, stack: [`com.example.Step${index}.run:1`], target: 'android.os.Handler', callback };
  };
  const burst = Array.from({ length: 12 }, (_, index) => [message(index), pause]).flat();
  const { cause, text } = onlyCause(scriptedApp([idle(100 * ms), ...burst, idle(3_000 * ms)]));
  assert.match(text, /^12 messages in 36\d ms without a pause, 8 of them for Feed\$Refresh\.$/);
  assert.deepEqual(cause.short, ['shortMessages', { kind: 'count', count: 12 }]);
  assert.equal(cause.rule, 'storm');
});

test('one long message among short ones is the cause itself', () => {
  const short: Deed = { kind: 'message', us: 10 * ms, stack: ['com.example.Log.run:1'] };
  const long: Deed = { kind: 'message', us: 90 * ms, stack: [show] };
  const deeds = [idle(100 * ms), short, pause, long, pause, short, idle(3_000 * ms)];
  assert.equal(onlyCause(scriptedApp(deeds)).cause.rule, 'busy');
});
