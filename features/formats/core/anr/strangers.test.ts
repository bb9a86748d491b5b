import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ImportedReport } from '../../tests/fixtures/imported.ts';

const SUBJECT = 'Subject: Input dispatching timed out (com.example.shop/.Main is not responding. Waited 5003ms for MotionEvent)\n\n';
const HEAD = '----- pid 700 at 2026-02-03 10:00:00.5+0100 -----\nCmd line: com.example.shop\n';

function thread(name: string, number: number, lines: readonly string[]): string {
  return [`"${name}" prio=5 tid=${number} Native`, `| sysTid=${699 + number} nice=0`, ...lines].join('\n  ');
}

const MAIN = thread('main', 1, ['at com.example.shop.Cart.total(Cart.kt:12)', 'at android.os.Looper.loop(Looper.java:1)']);
const IDLE = thread('main', 1, [
  'native: #00 pc 000c8d98  /apex/libc.so (__epoll_pwait+8)',
  'native: #01 pc 000101f4  /system/lib64/libutils.so (android::Looper::pollInner(int)+148)',
  'at android.os.MessageQueue.nativePollOnce(Native method)',
  'at android.os.Looper.loop(Looper.java:1)',
]);
const CART = '0-5003 android.os.Looper.loop (Looper.java:1) > com.example.shop.Cart.total (Cart.kt:12)';

test('statistics of the runtime and other sections behind the threads are no lines of a stack; a line within one is', async () => {
  const statistics = 'DumpLatencyMs: 27.3\n\nZygote loaded classes=1\nDumping registered class loaders\n  #0 a.PathLoader: [], parent #1\n';
  const files = 'open files:\n    fd 0: /dev/null\n';
  const imported = await ImportedReport.of(`${SUBJECT}${HEAD}${MAIN}\n\n${statistics}${files}`);
  assert.deepEqual(imported.stacks('main'), [CART]);
  assert.doesNotMatch(imported.report.text, /Skipped/);
  const odd = await ImportedReport.of(`${SUBJECT}${HEAD}${MAIN.replace('  at android', '  ~ odd\n  at android')}\n\n${statistics}`);
  assert.deepEqual(odd.stacks('main'), [CART]);
  assert.match(odd.report.text, /Skipped: 1 line of a stack\./);
  const kernel = await ImportedReport.of(`${SUBJECT}${HEAD}${MAIN}\n  kernel: (couldn't read /proc/self/task/700/stack)\n`);
  assert.doesNotMatch(kernel.report.text, /Skipped/);
});

test('a dump is read as trackers have it: indented, quoted, behind a mark of code', async () => {
  for (const mark of ['    ', '\t', '> ', '>     ']) {
    const text = `${HEAD}\n${MAIN}`.replaceAll(/^/gm, mark);
    assert.equal((await ImportedReport.of(text)).lags[0]?.kind, 'message', mark);
  }
  const marked = await ImportedReport.of(`\`${MAIN}\n`);
  assert.deepEqual(marked.stacks('main'), [CART.replace('5003', '5000')]);
});

test('a main thread that waits for its next message was not late in that stack', async () => {
  const late = await ImportedReport.of(`${SUBJECT}${HEAD}${IDLE}\n`);
  assert.deepEqual([late.lags.length, late.lags[0]?.endUs, late.stacks('main')], [1, 5_003_000, []]);
  assert.match(late.report.text, /they do not show what delayed it/);
  const dump = await ImportedReport.of(`${HEAD}${IDLE}\n`);
  assert.deepEqual([dump.lags, dump.marks], [[], ['Android: thread dump']]);
  assert.match(dump.report.text, /the dump names no ANR, so no lags are listed/);
  // A callback of the looper runs above its wait.
  const busy = IDLE.replace('(__epoll_pwait+8)', '(android::NativeInputEventReceiver::handleEvent(int)+8)');
  assert.equal((await ImportedReport.of(`${HEAD}${busy}\n`)).lags.length, 1);
});

test('xCrash’s text has its process, time and device', async () => {
  const head = "Crash type: 'anr'\nCrash time: '2026-02-03T10:00:00.500+0100'\nBuild fingerprint: 'a/b/c:14/D/1:user/release-keys'\n";
  const { model } = await ImportedReport.of(`${head}pid: 700  >>> com.example.shop <<<\n\nDALVIK THREADS (1):\n${MAIN}\n`);
  const { process, hello } = model.runs[0] ?? {};
  // 09:00:00.5 UTC
  assert.deepEqual([process?.app, hello?.pid, hello?.wallUs], ['com.example.shop', 700, 1_770_109_200_500_000]);
});

test('frames below a thread’s line of no known form are no frames of the thread before', async () => {
  const odd = '"odd" #7 of another tool\n  at com.example.shop.Other.work(Other.kt:1)\n';
  const imported = await ImportedReport.of(`${SUBJECT}${HEAD}${MAIN}\n\n${odd}\n`);
  assert.deepEqual(imported.stacks('main'), [CART]);
  assert.match(imported.report.text, /Skipped: 1 line of a stack\./);
});
