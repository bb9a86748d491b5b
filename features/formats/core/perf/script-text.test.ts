import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { imported, lagsOf, rowsOf } from '../../tests/formats/import-profile.ts';
import { sampleHeader } from './script-header.ts';
import { looksLikePerfScript, readPerfScript } from './script-text.ts';
import { switchOf } from './switch-fields.ts';

function threadOf(model: SessionModel, tid: number): SessionModel['threads'][number] {
  const found = model.threads.find((thread) => thread.tid === tid);
  assert.ok(found);
  return found;
}

function recognises(text: string): boolean {
  return looksLikePerfScript({ bytes: Buffer.from(text), text });
}

// https://man7.org/linux/man-pages/man1/perf-script.1.html: any of these fields may be left out but comm, an id and the event.
const headers = {
  'java 12688/12764 [002] 6544038.708352:     250000 cpu-clock:u: ': ['java', 12688, 12764, 2, 6544038708352, 250000, 'cpu-clock:u'],
  'V8 WorkerThread 25607 4794564.109216: cycles:ppp:': ['V8 WorkerThread', undefined, 25607, undefined, 4794564109216, 0, 'cycles:ppp'],
  'func_ab 15294 cpu-clock: ': ['func_ab', undefined, 15294, undefined, Number.NaN, 0, 'cpu-clock'],
  'dd 29776 666709.782078:   10101010 cpu-clock: ': ['dd', undefined, 29776, undefined, 666709782078, 10101010, 'cpu-clock'],
  'swapper     0 [013] d..2. 12.000001:   1 sched:sched_switch: a:1 [120] S ==> b:2 [120]': [
    'swapper',
    undefined,
    0,
    13,
    12000001,
    1,
    'sched:sched_switch',
  ],
  'Gecko\t25122 [007] 115539.936601:\t\t1000000 task-clock:u:': ['Gecko', undefined, 25122, 7, 115539936601, 1000000, 'task-clock:u'],
} as const;

for (const [line, [comm, pid, tid, cpu, atUs, count, event]] of Object.entries(headers)) {
  test(`a header: ${line.trim()}`, () => {
    const found = sampleHeader(line);
    assert.deepEqual(found && { ...found, atUs: Math.round(found.atUs), rest: '' }, { comm, pid, tid, cpu, atUs, count, event, rest: '' });
  });
}

test('other lines are no headers', () => {
  for (const line of [
    '',
    '\t ffffffff8104f45a native_write_msr_safe ([kernel.kallsyms])',
    '# captured on: Sat',
    'a b c',
    'x 12:',
    'main;a;b 12',
  ])
    assert.equal(sampleHeader(line), undefined, line);
});

const SCRIPT = `# ========
# captured on: Sat Sep  4
main 7/7 [000] 10.010000:   10000000 cpu-clock:
\t          400577 com.example.Cart.total+0x1f (/tmp/perf-7.map)
\t          4005b1 do_it(Manager*, unsigned int) (/lib/a b.so (deleted))
\t               0 [unknown] ([unknown])

main 7/7 [000] 10.020000:   10000000 cpu-clock:
\t          400577 com.example.Cart.total+0x20 (/tmp/perf-7.map)
\t          4005b1 do_it(Manager*, unsigned int) (/lib/a b.so (deleted))
\t               0 [unknown] ([unknown])

decoder 7/9 [001] 10.015000:   10000000 cpu-clock:
\t          77 [unknown] (/lib/libz.so)
\tbuffer.c:12
odd line
`;

test('samples of a clock with counts: threads, names without offsets, unknown ones, comments', async () => {
  assert.ok(recognises(SCRIPT));
  const { model, report } = await imported(readPerfScript, SCRIPT);
  assert.deepEqual(rowsOf(model, threadOf(model, 7)), ['0-20 /do_it(Manager*, unsigned int)/Lcom/example/Cart;total']);
  assert.deepEqual(rowsOf(model, threadOf(model, 9)), ['5-15 [libz.so]']);
  assert.ok(threadOf(model, 7).isMain);
  assert.match(report.text, /Read: 3 samples\.\nSkipped: 1 line of no known form\./);
});

test('names of commands that look like addresses are no frames', async () => {
  const text = [
    'dd 5 1.010000: 10000000 cpu-clock: ',
    '\t 41 fsnotify (vmlinux)',
    '',
    'dd 5 1.020000: 10000000 cpu-clock: ',
    '\t 42 read (vmlinux)',
    '',
  ];
  const { model } = await imported(readPerfScript, text.join('\n'));
  assert.deepEqual(rowsOf(model, threadOf(model, 5)), ['0-10 fsnotify', '10-20 read']);
});

test('samples without counts last to the next one, and before a pause one interval', async () => {
  const at = ['10.000000', '10.010000', '10.020000', '10.500000'];
  const text = at.map((time) => `app 7 ${time}: cycles: \n\t 41 work (/app)\n`).join('\n');
  const { model } = await imported(readPerfScript, text);
  assert.deepEqual(rowsOf(model, threadOf(model, 7)), ['0-30 work', '500-510 work']);
});

test('switches give waits with their states', async () => {
  const text = `app 7/7 [000] 10.000000: sched:sched_switch: prev_comm=swapper prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=app next_pid=7 next_prio=120
\tffff 1 schedule ([kernel.kallsyms])

app 7/7 [000] 10.010000: 10000000 cpu-clock:
\t 41 work (/app)

app 7/7 [000] 10.020000: sched:sched_switch: prev_comm=app prev_pid=7 prev_prio=120 prev_state=D ==> next_comm=b next_pid=9 next_prio=120
\tffffffff81 schedule ([kernel.kallsyms])
\t 42 fsync (/lib/libc.so)
\t 41 work (/app)

b 9/9 [000] 10.220000: sched:sched_switch: prev_comm=b prev_pid=9 prev_prio=120 prev_state=S ==> next_comm=app next_pid=7 next_prio=120

app 7/7 [000] 10.230000: 10000000 cpu-clock:
\t 41 work (/app)
`;
  const { model } = await imported(readPerfScript, text);
  const rows = rowsOf(model, threadOf(model, 7));
  assert.ok(rows.includes('20-220 work/fsync'), rows.join('\n'));
  assert.ok(lagsOf(model).some(({ beginUs, endUs }) => beginUs <= 20_000 && endUs >= 220_000));
});

test('a thread that ended waits for nothing', async () => {
  for (const state of ['X', 'Z']) {
    const text = `b 9/9 [000] 10.000000: sched:sched_switch: prev_comm=b prev_pid=9 prev_prio=120 prev_state=S ==> next_comm=app next_pid=7 next_prio=120

app 7/7 [000] 10.020000: sched:sched_switch: prev_comm=app prev_pid=7 prev_prio=120 prev_state=${state} ==> next_comm=b next_pid=9 next_prio=120
\tffffffff81 do_exit ([kernel.kallsyms])
\t 42 exit (/lib/libc.so)

b 9/9 [000] 90.000000: 10000000 cpu-clock:
\t 41 work (/app)
`;
    const { model } = await imported(readPerfScript, text);
    assert.deepEqual(rowsOf(model, threadOf(model, 7)), ['0-20 exit/do_exit']);
  }
});

test('samples of threads beyond the bound are not read', async () => {
  const lines = Array.from({ length: 32_769 }, (_, at) => `a ${at + 1} 1.0: 1 cycles: \n`);
  const { report } = await imported(readPerfScript, lines.join(''), 65_536);
  assert.match(report.text, /Read: 32,768 samples\.\nSkipped: 1 sample of threads beyond the bound/);
});

test('both spellings of the kernel’s switch', () => {
  assert.deepEqual(switchOf('a b:17 [120] R ==> c:d:23 [120]'), { state: 'ready', isEnd: false, next: 23 });
  assert.deepEqual(switchOf('prev_comm=a prev_pid=1 prev_prio=1 prev_state=S ==> next_comm=b next_pid=2 next_prio=3'), {
    state: 'kernel',
    isEnd: false,
    next: 2,
  });
  // A name with an arrow; states as of include/trace/events/sched.h.
  const named = (state: string): string =>
    `prev_comm=x ==> y prev_pid=3 prev_prio=120 prev_state=${state} ==> next_comm=b next_pid=9 next_prio=1`;
  assert.deepEqual(switchOf(named('S')), { state: 'kernel', isEnd: false, next: 9 });
  assert.deepEqual(switchOf(named('R+'))?.state, 'ready');
  assert.deepEqual(switchOf(named('T'))?.state, 'suspended');
  assert.deepEqual(switchOf('a:1 [120] X ==> b:2 [120]')?.isEnd, true);
  assert.equal(switchOf('comm=a pid=1'), undefined);
});

test('a file without times has samples in order, and no lags; one whose event is no time says so', async () => {
  const text = 'app 7 cpu-clock: \n\t 41 work (/app)\n\napp 7 cpu-clock: \n\t 42 rest (/app)\n';
  const { model, report } = await imported(readPerfScript, text);
  assert.deepEqual(rowsOf(model, threadOf(model, 7)), ['0-10 work', '10-20 rest']);
  assert.match(report.text, /the file has no times, so no lags are listed/);
  const faults = await imported(readPerfScript, 'app 7 1.5: 1 page-faults: \n\t 41 work (/app)\n');
  assert.match(faults.report.text, /1 moment of the event page-faults, which measures no time/);
});

test('other texts are not taken', () => {
  for (const text of ['main;a;b 12\n', '1:int a.b.c()\n2:POP\n', '{"a": 1}', 'Cmd line: com.example\n"main" prio=5 tid=1 Native\n', ''])
    assert.equal(recognises(text), false, text);
});
