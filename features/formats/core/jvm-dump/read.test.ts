import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { deadlocksAt } from '../../../../core/analysis/locks/deadlocks.ts';
import { threadsAt } from '../../../../core/analysis/moment/threads-at.ts';
import { threadState } from '../../../../core/session/columns/sample-columns.ts';
import * as dumps from '../../../../tests/fixtures/field-reports/android-dumps.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';

function fixture(name: string): Promise<string> {
  return readFile(new URL(`../../../../tests/fixtures/jvm-dumps/${name}`, import.meta.url), 'utf8');
}

/** `name (group): state` of each row; `-` without a stack. */
function rows({ model }: ImportedReport): readonly string[] {
  const names = Object.entries(threadState);
  return model.threads.map(({ name, group, samples }) => {
    const state = samples.length === 0 ? '-' : names.find(([, code]) => code === samples.stateAt(0))?.[0];
    return `${name}${group === '' ? '' : ` (${group})`}: ${state}`;
  });
}

const CREATED = 'stack at a coroutine’s creation';

test('coroutines have their names, states and own stacks; stacks of their creation are apart; none ran or lagged', async () => {
  const imported = await ImportedReport.of(await fixture('coroutines.txt'));
  assert.equal(imported.format, 'jvm-dump');
  assert.deepEqual(rows(imported), [
    'coroutine checkout#1 (coroutine, RUNNING): native',
    'coroutine load "cart"#2 (coroutine, SUSPENDED): parked',
    'coroutine checkout#3 (coroutine, RUNNING): native',
    'coroutine checkout#4 (coroutine, CREATED): -',
    `creation of checkout#1 (${CREATED}): suspended`,
    `creation of load "cart"#2 (${CREATED}): suspended`,
    `creation of checkout#3 (${CREATED}): suspended`,
    `creation of checkout#4 (${CREATED}): suspended`,
  ]);
  const invoke = 'com.example.shop.ShopKt$main$1';
  assert.deepEqual(imported.stacks('coroutine load "cart"#2'), [
    `0-1 ${invoke}$load$1.invokeSuspend (Shop.kt:39) > com.example.shop.Cart.total (Shop.kt:12) > com.example.shop.Cart.fetchPrice (Shop.kt:17)`,
  ]);
  assert.deepEqual(imported.stacks('coroutine checkout#3'), [
    `0-1 ${invoke}$busy$1.invokeSuspend (Shop.kt:40) > com.example.shop.Cart.busy (Shop.kt:29) > com.example.shop.Cart.spin (Shop.kt:23)`,
  ]);
  assert.match(
    imported.stacks('creation of checkout#4')[0] ?? '',
    /ShopKt\$main\$1\.invokeSuspend \(Shop\.kt:41\) > .*LazyStandaloneCoroutine\.<init>/,
  );
  assert.match(imported.report.text, /^Read: 4 coroutines, 4 stacks of coroutines’ creation, 1 report\.$/m);
  assert.doesNotMatch(imported.report.text, /Skipped|Threads with stacks/);
  assert.deepEqual(imported.lags, []);
});

test('a coroutine whose thread was not found says that its stack is that of its last suspension; older marks of creation are known', async () => {
  const text = `Coroutines dump 2026/03/01 10:00:00

Coroutine StandaloneCoroutine{Active}@40fe, state: RUNNING (Last suspension stacktrace, not an actual stacktrace)
\tat com.example.shop.Cart.load(Cart.kt:7)
\t(Coroutine creation stacktrace)
\tat \b\b\b(Coroutine creation stacktrace.\b(\b)
\tat com.example.shop.Cart.start(Cart.kt:3)
`.replace('\t(Coroutine creation stacktrace)\n', '');
  const imported = await ImportedReport.of(text);
  assert.deepEqual(rows(imported), [
    'coroutine StandaloneCoroutine{Active}@40fe (coroutine, RUNNING (Last suspension stacktrace, not an actual stacktrace)): native',
    `creation of StandaloneCoroutine{Active}@40fe (${CREATED}): suspended`,
  ]);
  assert.deepEqual(imported.stacks('creation of StandaloneCoroutine{Active}@40fe'), ['0-1 com.example.shop.Cart.start (Cart.kt:3)']);
});

test('IntelliJ’s dump has its threads, coroutines with their context, and counted jobs without a stack', async () => {
  const imported = await ImportedReport.of(`"AWT-EventQueue-0" prio=0 tid=0x0 nid=0x0 runnable
     java.lang.Thread.State: RUNNABLE
\tat com.example.shop.Panel.paint(Panel.kt:8)
\tat java.desktop@21.0.1/java.awt.EventDispatchThread.run(EventDispatchThread.java:92)

"Timer-0" prio=0 tid=0x0 nid=0x0 waiting on condition
     java.lang.Thread.State: TIMED_WAITING
 on java.util.TaskQueue@4c3de1d6
\tat java.base@21.0.1/java.lang.Object.wait(Native Method)


---------- Coroutine dump (stripped) ----------

- BlockingCoroutine{Active}@461d23d5 [no parent and no name, BlockingEventLoop@5486c656]
\t- "load, state: of cart":StandaloneCoroutine{Active}@73a3a09e, state: SUSPENDED [a [b], Dispatchers.Default]
\t\tat com.example.shop.Cart$load$1.invokeSuspend(Cart.kt:85)
\t\t-[x2 of] "price":DeferredCoroutine{Active}, state: SUSPENDED
\t\t\tat com.example.shop.Price.get(Price.kt:4)
`);
  assert.deepEqual(rows(imported), [
    'AWT-EventQueue-0: native',
    'Timer-0: objectWait',
    'coroutine load, state: of cart (coroutine, SUSPENDED, a [b], Dispatchers.Default): parked',
    'coroutine price (2 alike) (coroutine, SUSPENDED): parked',
  ]);
  assert.deepEqual(imported.stacks('Timer-0'), ['0-1 java.lang.Object.wait']);
  assert.match(imported.report.text, /^Read: 1 job without a stack, 2 threads, 2 coroutines, 1 report\.$/m);
  assert.doesNotMatch(imported.report.text, /Skipped/);
});

const MAIN = [
  '0-1 com.example.shop.Shop.main (Shop.java:19) > java.lang.Thread.sleep (Thread.java:540) > ' +
    'java.lang.Thread.sleepNanos (Thread.java:509) > java.lang.Thread.sleepNanos0',
];

test('jcmd Thread.print has threads with their kernel ids, the owner of a lock, and the mounted virtual thread apart from its carrier', async () => {
  const imported = await ImportedReport.of(await fixture('print.txt'));
  assert.deepEqual(rows(imported).slice(0, 6), [
    'main: sleeping',
    'Reference Handler: native',
    'total: sleeping',
    'price "of" cart: monitor',
    'ForkJoinPool-1-worker-1: native',
    '#26 (virtual thread, on ForkJoinPool-1-worker-1): native',
  ]);
  assert.deepEqual(imported.stacks('main'), MAIN);
  assert.equal(imported.model.threads[2]?.tid, 23_805);
  const [run] = imported.model.runs;
  assert.ok(run);
  const price = threadsAt(imported.model, run, 0).threads.find(({ thread }) => thread.name.startsWith('price'));
  assert.equal(imported.model.threads[price?.waitsOn?.ownerThread ?? -1]?.name, 'total');
  assert.match(imported.stacks('#26')[0] ?? '', /> com\.example\.shop\.Shop\.spin \(Shop\.java:10\)$/);
  assert.match(
    imported.stacks('price "of" cart')[0] ?? '',
    /Shop\$\$Lambda\.0x000000008f040438\.run > com\.example\.shop\.Shop\.waitForTotal/,
  );
  assert.doesNotMatch(imported.report.text, /Skipped/);
});

test('Thread.dump_to_file is the same as JSON and as text, with unmounted virtual threads', async () => {
  for (const name of ['dump.json', 'dump.txt']) {
    const imported = await ImportedReport.of(await fixture(name));
    assert.deepEqual(rows(imported).toSorted(), [
      '#26 (virtual thread, RUNNABLE): native',
      'ForkJoinPool-1-worker-1: native',
      'Signal Dispatcher: -',
      'load-cart (virtual thread, WAITING): parked',
      'main: sleeping',
      'price "of" cart: monitor',
      'total: sleeping',
    ]);
    assert.deepEqual(imported.stacks('main'), MAIN);
    assert.match(
      imported.stacks('load-cart')[0] ?? '',
      /Shop\.fetch \(Shop\.java:9\) > java\.util\.concurrent\.CountDownLatch\.await .* > java\.lang\.VirtualThread\.park/,
    );
    // 08:17:24 and 08:17:25 UTC
    assert.equal(Math.floor((imported.model.runs[0]?.hello?.wallUs ?? 0) / 1e6), 1_795_940_244 + (name === 'dump.txt' ? 1 : 0));
    assert.match(imported.report.text, /^Read: 5 threads, 2 virtual threads, 1 report\.$/m);
    assert.doesNotMatch(imported.report.text, /Skipped/);
  }
});

test('before Java 24 frames stand without “at”, and threads without a state', async () => {
  const imported = await ImportedReport.of(`4711
2026-03-01T09:00:00.123456Z
21.0.1+12-LTS

#1 "main"
      java.base/java.lang.Thread.sleep0(Native Method)
      java.base/java.lang.Thread.sleep(Thread.java:509)
      com.example.shop.Shop.main(Shop.java:18)

#22 "" virtual
      java.base/java.lang.VirtualThread.park(VirtualThread.java:582)
      com.example.shop.Shop.fetch(Shop.java:9)
`);
  assert.deepEqual(rows(imported), ['main: native', '#22 (virtual thread): native']);
  assert.deepEqual(imported.stacks('#22'), [
    '0-1 com.example.shop.Shop.fetch (Shop.java:9) > java.lang.VirtualThread.park (VirtualThread.java:582)',
  ]);
  assert.doesNotMatch(imported.report.text, /Skipped/);
});

test('a deadlock that the JVM found is one of its threads’ locks; what follows repeats them', async () => {
  const waiter = (
    name: string,
    nid: number,
    waits: string,
    holds: string,
  ): string => `"${name}" #${nid} prio=5 os_prio=0 tid=0x00007f1a nid=0x${nid} waiting for monitor entry [0x0]
   java.lang.Thread.State: BLOCKED (on object monitor)
\tat com.example.shop.Cart.${name}(Cart.java:${nid})
\t- waiting to lock <0x${waits}> (a com.example.shop.Price)
\t- locked <0x${holds}> (a com.example.shop.Cart)

`;
  const imported = await ImportedReport.of(
    `Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6):\n\n${waiter('one', 11, 'aa', 'bb')}${waiter('two', 12, 'bb', 'aa')}
Found one Java-level deadlock:
=============================
"one":
  waiting to lock monitor 0x00007f1b, which is held by "two"
Java stack information for the threads listed above:
"one":
\tat com.example.shop.Cart.one(Cart.java:11)
`,
  );
  const [run] = imported.model.runs;
  assert.ok(run);
  assert.equal(deadlocksAt(imported.model, run, 500).length, 1);
  assert.equal(imported.model.threads.length, 2);
  assert.match(imported.report.text, /The JVM found a deadlock/);
});

test('lines of no known form are counted and said', async () => {
  const text = await fixture('coroutines.txt');
  const inside = await ImportedReport.of(text.replace('\tat com.example.shop.Cart.total', '\tsomewhere in com.example.shop.Cart.total'));
  assert.match(inside.report.text, /^Skipped: 1 line of a stack\.$/m);
  const before = await ImportedReport.of(`Dear all,\n${text}`);
  assert.match(before.report.text, /^Skipped: 1 line before the first thread\.$/m);
  const json = (await fixture('dump.json')).replace('"com.example.shop.Shop.main(Shop.java:19)"', '7');
  assert.match((await ImportedReport.of(json)).report.text, /^Skipped: 1 thread with entries of no known form\.$/m);
});

test('coroutines behind Android’s dump are none of its threads, and its last thread keeps its stack', async () => {
  const dump = dumps.nativeFrameDump('0x1109  LIB ID');
  const coroutines = (await fixture('coroutines.txt')).replaceAll('checkout', 'main');
  const imported = await ImportedReport.of(`${dump}\n${coroutines}`);
  assert.equal(imported.format, 'anr');
  const alone = await ImportedReport.of(dump);
  assert.deepEqual(rows(imported).slice(0, alone.model.threads.length), rows(alone));
  assert.deepEqual(imported.stacks('main'), alone.stacks('main'));
  assert.deepEqual(imported.lagLines, alone.lagLines);
  assert.equal(imported.model.threads.length, alone.model.threads.length + 8);
  assert.match(imported.report.text, /4 coroutines, 4 stacks of coroutines’ creation/);
  assert.doesNotMatch(imported.report.text, /Skipped/);
});
