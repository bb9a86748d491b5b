import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exitTrace, TRACE_SENTENCE } from '../../../tests/core/exit-traces.ts';
import { helloMessage, processMessage } from '../../../tests/core/sample-stream.ts';
import { anrTrace } from '../../../tests/fixtures/field-reports/anr-trace.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { Message } from '../../wire/schema.ts';
import { anrTraceLine, anrTraceLines, anrTraceSentence } from './anr-trace-text.ts';
import { type AnrTrace, anrTraces } from './anr-traces.ts';

const second = 1_000_000;
const first = { ...helloMessage(5 * second), pid: 311 };
const later = helloMessage(25 * second);
const session: readonly Message[] = [
  processMessage(0, { pid: 311 }),
  first,
  { type: 'processEnd', atUs: 15 * second, why: '' },
  processMessage(1),
  later,
  { type: 'tick', atUs: 26 * second, rounds: 1 },
];

function tracesOf(...messages: readonly Message[]): readonly AnrTrace[] {
  const model = new SessionModel();
  for (const each of [...session, ...messages]) model.apply(each);
  return anrTraces(model);
}

const of = (text: string): AnrTrace | undefined => tracesOf(exitTrace(later, 311, 10 * second, text))[0];
const at = (us: number): string => `${us / second} s`;

test('a trace belongs to the run of its process that ended then, and no other process of the same number', () => {
  const [run, pid, time] = [(each: AnrTrace) => each.run?.index, 311, 10 * second];
  assert.deepEqual(tracesOf(exitTrace(later, pid, time, anrTrace)).map(run), [0]);
  assert.deepEqual(tracesOf(exitTrace(later, pid, time - 3_600 * second, anrTrace)).map(run), [undefined]);
  assert.deepEqual(tracesOf(exitTrace(later, pid, time + 14 * second, anrTrace)).map(run), [undefined]);
  assert.deepEqual(tracesOf(exitTrace(later, 312, time, anrTrace)).map(run), [undefined]);
});

test('main at the ANR: its frame, its lock, who held it, and a ring of waits', () => {
  const anr = of(anrTrace);
  assert.ok(anr);
  assert.equal(anrTraceSentence(anr), TRACE_SENTENCE);
  assert.deepEqual([anr.isDeadlock, anr.chain.map(({ name }) => name)], [true, ['main', 'db worker']]);
  assert.deepEqual(anrTraceLines(anr), [
    '"main" Blocked',
    '  at com.example.Cart.total(Cart.java:88)',
    '  - waits for com.example.Store, held by "db worker"',
    '  at com.example.Cart.load(SourceFile:80)',
    '  at android.os.Handler.dispatchMessage(Handler.java:106)',
    '',
    '"db worker" Blocked',
    '  at com.example.Store.write(Store.kt:41)',
    '  - waits for com.example.Cart',
    '  at java.lang.Thread.run(Thread.java:1012)',
  ]);
  assert.equal(anrTraceLine(anr, at, at), `ANR at 10 s: ${TRACE_SENTENCE}`);
});

test('an ANR before the session is said with its distance; a busy main with its innermost frame of the app', () => {
  const busy = anrTrace.replace('tid=1 Blocked', 'tid=1 Runnable');
  const [anr] = tracesOf(exitTrace(later, 99, -60 * second, busy));
  assert.ok(anr);
  const place = 'In Android’s trace of the ANR, main was in Cart.total (Cart.java:88).';
  assert.equal(anrTraceLine(anr, at, at), `ANR 60 s before the session (pid 99): ${place}`);
});

test('a trace that was cut within main, one without main and one of noise give what they have', () => {
  const cut = tracesOf({ ...exitTrace(later, 311, second, anrTrace.slice(0, anrTrace.indexOf('  - waiting'))), rest: 2 })[0];
  assert.ok(cut);
  assert.match(anrTraceSentence(cut), /main was in Cart\.total/);
  assert.match(anrTraceLines(cut).join('\n'), /The trace was longer and is cut\.$/);
  for (const text of ['', '\n', 'x'.repeat(60_000), '"main\n'.repeat(9_000), '----- end 3 -----\n"main" prio=5 tid=1 Blocked\n']) {
    const anr = of(text);
    assert.ok(anr && anr.chain.length === 0);
    assert.match(anrTraceSentence(anr), /has no thread main\.$/);
    assert.deepEqual(anrTraceLines(anr), []);
  }
});

test('a line of a stack in no known form is counted and said; waiting channels before the stacks belong to the trace', () => {
  const channels = '----- Waiting Channels: pid 311 at 2026-03-01 10:00:00 -----\nsysTid=311 futex_wait\n----- end 311 -----\n';
  const known = of(channels + anrTrace);
  assert.deepEqual([known?.unread, known?.chain.map(({ name }) => name)], [0, ['main', 'db worker']]);
  const odd = of(anrTrace.replace('  - locked <0x0def> (a com.example.Cart)', '  ~ something new'));
  assert.ok(odd);
  assert.deepEqual([odd.unread, anrTraceLines(odd).at(-1)], [1, 'Skipped: 1 line of a stack.']);
});

test('hostile traces stay one short line each: names, endless lines, nested and circular locks', () => {
  const evil = `"${'m'.repeat(900)}\u202e\u001b[31m" prio=5 tid=2 Blocked\n  at ${'a.'.repeat(400)}b(\u0007.java:1)\n`;
  const self = '"main" prio=5 tid=1 Blocked\n  at a.B.c(B.java:1)\n  - waiting to lock <0x1> (a \u202eX) held by thread 1\n';
  const own = of(self + evil);
  assert.ok(own);
  assert.deepEqual([own.isDeadlock, own.chain.length], [true, 1]);
  const locked = (tid: number): string =>
    `"t${tid}" prio=5 tid=${tid} Blocked\n  at a.B.c(B.java:1)\n  - waiting to lock <0x1> (a X) held by thread ${tid + 1}\n`;
  const long = of(Array.from({ length: 400 }, (_, index) => locked(index + 1)).join(''));
  assert.ok(long);
  assert.deepEqual([long.chain.length, long.isDeadlock], [16, false]);
  const held = of(`"main" prio=5 tid=1 Blocked\n  at a.B.c(B.java:1)\n  - waiting to lock <0x1> (a X) held by thread 2\n${evil}`);
  assert.ok(held);
  for (const anr of [own, held, long])
    for (const line of [anrTraceSentence(anr), ...anrTraceLines(anr)]) {
      assert.ok(line.length < 1_000, `${line.length}`);
      assert.doesNotMatch(line, /[\p{Cc}\u202e]/u);
    }
});
