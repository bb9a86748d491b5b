import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameTotals } from '../../../../core/analysis/display-frames/frame-counter.ts';
import {
  canaryLag,
  evilMethod,
  frameRateIssue,
  issueText,
  methodMapping,
  startUpIssue,
} from '../../../../tests/fixtures/field-reports/canary-issue.ts';
import { ImportedReport } from '../../tests/fixtures/imported.ts';
import { javaStack } from './java-stack.ts';
import { methodStacks } from './method-stack.ts';

const mapping = { 'methodMapping.txt': methodMapping };
const CALLS = 'android.os.Handler.dispatchMessage > com.example.Cart.load';

test('a slow message is one lag of its cost, with nested calls and their own times', async () => {
  const imported = await ImportedReport.of(evilMethod(), mapping);
  assert.equal(imported.format, 'trace-canary');
  assert.deepEqual(imported.lagLines, ['0 871 com.example.Cart.total:0']);
  // Own times: read 100; total 600-100; load 637-600; 174 has no name; dispatch 871-637-30.
  assert.deepEqual(imported.stacks('main'), [
    `0-100 ${CALLS} > com.example.Cart.total > com.example.Store.nativeRead`,
    `100-600 ${CALLS} > com.example.Cart.total`,
    `600-637 ${CALLS}`,
    '637-667 android.os.Handler.dispatchMessage > method 174',
    '667-871 android.os.Handler.dispatchMessage',
  ]);
  assert.deepEqual(imported.marks, ['TraceCanary: NORMAL, com.example.Cart']);
  assert.match(imported.report.text, /Skipped: 1 method without a name in the mapping/);
  assert.match(imported.report.text, /Repeated calls are drawn as one/);
});

test('descriptors of the mapping become the JVM’s, so that overloads differ', async () => {
  const { builder } = await ImportedReport.of(evilMethod(), mapping);
  const load = builder.frames.methods.find(({ name }) => name === 'load');
  assert.deepEqual([load?.class, load?.signature], ['Lcom/example/Cart;', '(ILjava/lang/String;)V']);
});

test('without a mapping methods keep their numbers, which is said', async () => {
  const imported = await ImportedReport.of(evilMethod());
  assert.match(imported.stacks('main')[1] ?? '', /dispatchMessage > method 171 > method 172$/);
  assert.match(imported.report.text, /no methodMapping\.txt is beside the file/);
});

test('a lag or ANR without a length lasts as long as Matrix’s limit, with lines', async () => {
  const stack = 'android.os.Handler.dispatchMessage (:106) > com.example.Cart.load > com.example.Cart.total (:88)';
  const lag = await ImportedReport.of(canaryLag());
  assert.deepEqual([lag.lagLines, lag.stacks('main')], [['0 2000 com.example.Cart.total:88'], [`0-2000 ${stack}`]]);
  assert.deepEqual((await ImportedReport.of(canaryLag('SIGNAL_ANR'))).lagLines, ['0 5000 com.example.Cart.total:88']);
  assert.match(lag.report.text, /2 s, ANRs 5 s/);
});

test('lists, lines and Matrix’s own text are read; other lines are counted', async () => {
  const twice = ['0 871 com.example.Cart.total:0', '1871 2000 com.example.Cart.total:88'];
  assert.deepEqual((await ImportedReport.of([evilMethod(), canaryLag()], mapping)).lagLines, twice);
  const lines = ['a log line', issueText(evilMethod()), JSON.stringify(canaryLag())].join('\n');
  const imported = await ImportedReport.of(lines, mapping);
  assert.deepEqual(imported.lagLines, twice);
  assert.match(imported.report.text, /1 line that is no issue/);
});

test('issues in Android’s log are read: on one line, and with the content on the next', async () => {
  const date = '2020-11-18 17:51:01.157 27076-27103/? E/Matrix.PluginListener: ';
  // 879 ms, of which D.run has 800, by the lines of the stack.
  const stack = '0,1048574,1,879\n1,99,1,800\n';
  const content = JSON.stringify({ ...evilMethod(), cost: 879, stack });
  const names = { 'methodMapping.txt': '99,1,com.example.D run ()V\n1048574,1,android.os.Handler dispatchMessage (Landroid.os.Message;)V' };
  for (const text of [
    `${date}tag: Trace_EvilMethod content: ${content}`,
    `${date}tag: Trace_EvilMethod\n    content: ${content}`,
    `${date}tag[Trace_EvilMethod]type[0];key[171|];content[${content}]\n${date}other words`,
    `${date}${issueText(JSON.parse(content))}`,
  ]) {
    const imported = await ImportedReport.of(text, names);
    assert.equal(imported.format, 'trace-canary');
    assert.deepEqual(imported.stacks('main'), [
      '0-800 android.os.Handler.dispatchMessage > com.example.D.run',
      '800-879 android.os.Handler.dispatchMessage',
    ]);
  }
});

test('a cut issue gives what it has; one without a stack is refused in one line', async () => {
  const text = JSON.stringify(evilMethod());
  const cut = await ImportedReport.of(text.slice(0, text.indexOf('"tag"')), mapping);
  assert.deepEqual([cut.lagLines.length, cut.report.isTruncated], [1, true]);
  await assert.rejects(
    ImportedReport.of({ tag: 'Trace_FPS', scene: 'x', fps: 41 }),
    /looks like an issue of TraceCanary, but has no stack\./,
  );
});

test('Java frames are read in raw and in TraceCanary’s shortened form', () => {
  const raw =
    '\tat com.example.Cart$1.total(Cart.java:88)\nat java.base/java.lang.Thread.run(Thread.java)\nat a.B.c(Native Method)\nno frame';
  const { frames, unread } = javaStack(raw);
  assert.deepEqual([frames.length, unread], [3, 1]);
  assert.deepEqual(frames, [
    { class: 'com.example.Cart$1', function: 'total', file: 'Cart.java', line: 88 },
    { class: 'java.lang.Thread', function: 'run', file: 'Thread.java', line: 0 },
    { class: 'a.B', function: 'c', file: '', line: 0 },
  ]);
});

test('a frame rate gives its frames and dropped frames by level, and no lag', async () => {
  const { model, ...imported } = await ImportedReport.of([frameRateIssue(), { ...frameRateIssue(), dropLevel: {} }]);
  const { frames, late, dropped, levels, fps = 0 } = frameTotals(model) ?? assert.fail();
  // 500 + 3 + 1 frames, 16 + 40 dropped; 504 of 560 places at 60 Hz are 54.0 frames a second.
  assert.deepEqual([frames, late, dropped, Math.round(10 * fps) / 10], [504, 4, 56, 54]);
  assert.deepEqual([levels.best.frames, levels.normal, levels.high], [500, { frames: 3, dropped: 16 }, { frames: 1, dropped: 40 }]);
  assert.deepEqual(imported.lags, []);
  assert.deepEqual(
    model.marks.map(({ name }) => name),
    ['TraceCanary: 54 frames per second, com.example.Cart'],
  );
});

test('start-up times are marks; a level of strength is no device', async () => {
  const imported = await ImportedReport.of([startUpIssue, evilMethod()], mapping);
  assert.deepEqual(imported.marks, [
    'TraceCanary: NORMAL, com.example.Cart',
    'TraceCanary: cold start-up 1200 ms (application after 300 ms, first activity after 520 ms)',
  ]);
  assert.equal(imported.lagLines.length, 1);
  assert.equal((await ImportedReport.of(evilMethod(), mapping)).model.runs[0]?.process?.device, '');
  assert.equal((await ImportedReport.of({ ...evilMethod(), machine: 'Pixel 9' }, mapping)).model.runs[0]?.process?.device, 'Pixel 9');
});

test('lines of a stack and of the mapping in no known form are counted', async () => {
  const odd = { 'methodMapping.txt': `${methodMapping}\n1048576,1,com.example.Beyond run ()V\nodd` };
  const { report } = await ImportedReport.of({ ...canaryLag(), threadStack: `${canaryLag().threadStack}odd\n` }, odd);
  assert.match(report.text, /Skipped: 2 lines of the mapping in no known form, 1 line of stacks\./);
  const long = Array.from({ length: 10_003 }, () => '0,1,1,1').join('\n');
  assert.equal(methodStacks(long, () => 0).unread, 3);
});
