import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { imported, lagsOf, rowsOf } from '../../tests/formats/import-profile.ts';
import { type MadeReport, simpleperfReport } from '../../tests/formats/made-simpleperf.ts';
import { looksLikeSimpleperf, readSimpleperf } from './simpleperf.ts';

const FILES: MadeReport['files'] = [
  ['/system/framework/framework.jar', 'android.os.Looper.loop', 'android.os.Handler.dispatchMessage'],
  ['/data/app/base.apk', 'void com.example.shop.Cart.total(int)'],
  ['/system/lib64/libandroid_runtime.so', 'android::android_os_MessageQueue_nativePollOnce(_JNIEnv*, _jobject*, long, int)'],
  ['/system/lib64/libc.so', '__epoll_pwait', 'syscall'],
  ['[kernel.kallsyms]'],
];
const LOOP = [0, 0, 0x10] as const;
const DISPATCH = [0, 1, 0x20] as const;
const TOTAL = [1, 0, 0x30] as const;
const POLL = [2, 0, 0x40] as const;
const EPOLL = [3, 0, 0x50] as const;
const SYSCALL = [3, 1, 0x60] as const;
const KERNEL = [4, -1, 0xff10] as const;

const THREADS: MadeReport['threads'] = [
  [700, 700, 'com.example.shop'],
  [713, 700, 'RenderThread'],
];
const inTotal = [TOTAL, DISPATCH, LOOP];

function main(model: SessionModel): SessionModel['threads'][number] {
  const found = model.threads.find(({ tid }) => tid === 700);
  assert.ok(found?.isMain);
  return found;
}

const report: MadeReport = { events: ['cpu-clock'], app: 'com.example.shop', records: [], files: FILES, threads: THREADS };
const LOOPER = 'Landroid/os/Looper;loop';
const IN_TOTAL = `${LOOPER}/Landroid/os/Handler;dispatchMessage/Lcom/example/shop/Cart;total`;

test('counts of a clock reach back to the sample before; before a pause only the count is known', async () => {
  const records = [10, 20, 30, 300, 310].map((atMs) => ({ is: 'sample', atMs, tid: 700, countMs: 10, chain: inTotal }) as const);
  const bytes = simpleperfReport({ ...report, records, lost: 3 });
  assert.ok(looksLikeSimpleperf({ bytes, text: new TextDecoder().decode(bytes) }));
  const { model, report: said } = await imported(readSimpleperf, bytes);
  // The first sample began at 0.
  assert.deepEqual(rowsOf(model, main(model)), [`0-30 ${IN_TOTAL}`, `290-310 ${IN_TOTAL}`]);
  assert.deepEqual([main(model).samples.cpuUsAt(0)], [30_000]);
  assert.match(said.text, /Read: 5 samples\.\nSkipped: 3 samples that simpleperf lost/);
});

test('a thread that lost its core between two samples was in the sample’s stack, with the CPU time that the clock counted', async () => {
  const records = [10, 40, 50].map((atMs) => ({ is: 'sample', atMs, tid: 700, countMs: 10, chain: inTotal }) as const);
  const { model } = await imported(readSimpleperf, simpleperfReport({ ...report, records }));
  assert.deepEqual(rowsOf(model, main(model)), [`0-50 ${IN_TOTAL}`]);
  assert.equal(main(model).samples.cpuUsAt(0), 30_000);
});

test('switches say when a thread waits, in which call, and when it rests', async () => {
  const records = [
    { is: 'switch', atMs: 0, tid: 700, isOn: true },
    { is: 'sample', atMs: 40, tid: 700, countMs: 1, chain: inTotal },
    { is: 'sample', atMs: 50, tid: 700, countMs: 0, event: 1, chain: [KERNEL, SYSCALL, ...inTotal] },
    { is: 'switch', atMs: 50, tid: 700, isOn: false },
    { is: 'switch', atMs: 150, tid: 700, isOn: true },
    { is: 'sample', atMs: 160, tid: 700, countMs: 1, event: 1, chain: [KERNEL, KERNEL, EPOLL, POLL, LOOP] },
    { is: 'switch', atMs: 160, tid: 700, isOn: false },
    { is: 'switch', atMs: 900, tid: 713, isOn: true },
  ] as const;
  const { model } = await imported(readSimpleperf, simpleperfReport({ ...report, events: ['cpu-clock', 'sched:sched_switch'], records }));
  const rows = rowsOf(model, main(model));
  const off = rows.filter((_, row) => main(model).samples.cpuUsAt(row) === 0);
  // The native half of the loop's wait is its wait; the kernel's functions are left out.
  assert.deepEqual(
    off.map((row) => row.replace(/ .*/, '')),
    ['50-150', '160-900'],
  );
  assert.ok(off[1]?.endsWith(`${LOOPER}/Landroid/os/MessageQueue;nativePollOnce`));
  // The analysis estimates a first message's begin.
  const [lag, ...others] = lagsOf(model);
  assert.equal(others.length, 0);
  assert.ok(lag !== undefined && lag.beginUs < 10_000 && lag.endUs === 150_000);
});

test('of several events a clock is chosen, and the others are counted', async () => {
  const records = [
    { is: 'sample', atMs: 10, tid: 700, countMs: 10, event: 1, chain: inTotal },
    { is: 'sample', atMs: 11, tid: 700, countMs: 1, event: 0, chain: inTotal },
    { is: 'sample', atMs: 12, tid: 700, countMs: 1, event: 0, chain: inTotal },
  ] as const;
  const { report: said } = await imported(
    readSimpleperf,
    simpleperfReport({ ...report, events: ['page-faults', 'task-clock:u'], records }),
  );
  assert.match(
    said.text,
    /Read: 1 sample\.\nSkipped: 2 samples of the event page-faults\.\nThe samples of the event task-clock:u are the session’s\./,
  );
});

test('an unknown function keeps its library and address, and other processes’ threads are none of the app’s', async () => {
  const records = [
    { is: 'sample', atMs: 10, tid: 700, countMs: 10, chain: [[3, -1, 0x1234], LOOP] },
    { is: 'sample', atMs: 10, tid: 44, countMs: 10, chain: [SYSCALL] },
    { is: 'sample', atMs: 20, tid: 44, countMs: 10, chain: [SYSCALL] },
  ] as const;
  const { model } = await imported(
    readSimpleperf,
    simpleperfReport({ ...report, records, threads: [...THREADS, [44, 44, 'surfaceflinger']] }),
  );
  assert.equal(main(model).name, 'com.example.shop');
  assert.equal(model.threads.find(({ tid }) => tid === 44)?.isMain, false);
  assert.ok(model.images.some((image) => image?.path === '/system/lib64/libc.so'));
});

const TEXT = `meta_info:
  trace_offcpu: false
  event_type: cpu-clock:u
sample:
  event_type: cpu-clock:u
  time: 5010000000
  event_count: 10000000
  thread_id: 700
  thread_name: shop
  vaddr_in_file: 4011b0
  file: /data/shop
  symbol: cart_total
  callchain:
    vaddr_in_file: 27249
    file: /lib/libc.so.6
    symbol: *libc.so.6[+27249]
    vaddr_in_file: 4010b0
    file: /data/shop
    symbol: _start
sample:
  event_type: cpu-clock:u
  time: 5020000000
  event_count: 10000000
  thread_id: 713
  thread_name: decoder
  vaddr_in_file: 4011b0
  file: /data/shop
  symbol: cart_sort
an odd line
`;

test('the text of report-sample: frames of three lines, names of unknown functions are none', async () => {
  assert.ok(looksLikeSimpleperf({ bytes: Buffer.from(TEXT), text: TEXT }));
  const { model, report: said } = await imported(readSimpleperf, TEXT);
  assert.equal(main(model).name, 'shop');
  assert.equal(main(model).samples.cpuUsAt(0), 10_000);
  assert.match(said.text, /Skipped: 1 line of no known form\.\nThe thread with the smallest id is main: the file has no processes\./);
});

test('facts of unknown kinds are counted, not held', async () => {
  const { report: said } = await imported(
    readSimpleperf,
    TEXT.replace('  thread_id: 700', '  colour: red\n  execution_type: jit\n  thread_id: 700'),
  );
  assert.match(said.text, /Skipped: 1 fact of unknown kinds, 1 line of no known form\./);
});

test('libraries of a report beyond the bound are counted', async () => {
  const records = [{ is: 'sample', atMs: 10, tid: 700, countMs: 10, chain: inTotal }] as const;
  const files = Array.from({ length: 65_538 }, (_, at) => [`/lib/${at}.so`] as const);
  const { report: said } = await imported(readSimpleperf, simpleperfReport({ ...report, records, files }), 1 << 20);
  assert.match(said.text, /Skipped: 2 libraries beyond the bound/);
});

test('a cut report opens to its last whole record, newer versions and reports without samples are refused', async () => {
  const records = [10, 20].map((atMs) => ({ is: 'sample', atMs, tid: 700, countMs: 10, chain: inTotal }) as const);
  const bytes = simpleperfReport({ ...report, records });
  const { report: said } = await imported(readSimpleperf, bytes.subarray(0, bytes.length - 60));
  assert.match(said.text, /The file is cut: it ends after 2 samples/);
  await assert.rejects(imported(readSimpleperf, Uint8Array.from(Buffer.from('SIMPLEPERF\u0002\0'))), { code: 'format-newer' });
  await assert.rejects(imported(readSimpleperf, simpleperfReport({ ...report, records: [] })), { code: 'format-unreadable' });
});
