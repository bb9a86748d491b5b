import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { dataQualityIssues } from '../../../../core/analysis/report/data-quality.ts';
import { Turns } from '../../../../core/session/file/turns.ts';
import { ImportReport } from '../../core/import/import-report.ts';
import { SessionBuilder } from '../../core/import/session-builder.ts';
import { SchedThreads } from '../../core/perfetto/ftrace/sched-threads.ts';
import { readPerfetto } from '../../core/perfetto/read.ts';
import { imported, lagsOf, sourceOf } from './import-profile.ts';
import type { Fields } from './made-trace.ts';
import {
  at,
  bundle,
  compactBundle,
  phone,
  phoneTrace,
  preempted,
  ready,
  schedPackets,
  sleeps,
  switched,
  waitsForDisk,
  woken,
} from './phone-trace.ts';
import { judgedStates, statesOf } from './scheduled-states.ts';
import { noErrors, traceProcessor } from './trace-processor.ts';

suite('Linux’ scheduler in a trace of a phone', () => {
  test('gives the app’s threads the states that the trace processor gives them', async (context) => {
    const trace = phoneTrace(schedPackets());
    const query = await traceProcessor(trace);
    assert.deepEqual(noErrors(query), []);
    const { model, report } = await imported(readPerfetto, trace, 101);
    context.diagnostic(report.text);
    for (const tid of [phone.app, phone.render, phone.worker]) {
      const judged = judgedStates(query, tid);
      context.diagnostic(`${tid}: ${judged.join(', ')}`);
      assert.deepEqual(statesOf(model, tid).slice(0, judged.length), judged);
      assert.ok(judged.length > 0);
    }
  });

  test('makes main’s time between two sleeps a lag, with its time on CPU, without a core and at the disk', async () => {
    const { model } = await imported(readPerfetto, phoneTrace(schedPackets()));
    const lags = lagsOf(model);
    assert.deepEqual(
      lags.map(({ beginUs, endUs, busyUs, readyUs, blockedUs, unknownUs }) => ({ beginUs, endUs, busyUs, readyUs, blockedUs, unknownUs })),
      // 42 + 10 + 259.75 ms on a core; 8 + 10 + 0.25 ms ready; 20 ms at the disk.
      [{ beginUs: 50_000, endUs: 400_000, busyUs: 311_750, readyUs: 18_250, blockedUs: 20_000, unknownUs: 0 }],
    );
    assert.deepEqual(model.threads.map(({ tid, name, isMain }) => [tid, name, isMain]).sort(), [
      [phone.app, 'main', true],
      [phone.render, 'RenderThread', false],
      [phone.worker, 'pool-1-thread-1', false],
    ]);
    const [run] = model.runs;
    assert.equal(run?.process?.app, 'com.example.shop');
    assert.ok(run !== undefined && dataQualityIssues(run).every(({ code }) => code !== 'cpuUnknown'));
  });

  test('reads columns of events, where the thread before is the core’s last one', async (context) => {
    const packets = [
      compactBundle(
        0,
        [
          [0, sleeps, phone.app],
          [20, sleeps, 0],
          [60, ready, phone.app],
          [200, preempted, phone.render],
          [230, waitsForDisk, 0],
        ],
        [[210, phone.app]],
      ),
      compactBundle(
        1,
        [
          [5, ready, phone.worker],
          [55, sleeps, 0],
          [240, ready, phone.app],
          [260, sleeps, phone.worker],
        ],
        [
          [30, phone.app],
          [50, phone.app],
        ],
      ),
    ];
    const trace = phoneTrace(packets);
    const query = await traceProcessor(trace);
    assert.deepEqual(noErrors(query), []);
    const { model } = await imported(readPerfetto, trace, 101);
    assert.deepEqual(statesOf(model, phone.app), [
      '0-20 running',
      '20-30 sleeps',
      '30-60 ready',
      '60-200 running',
      '200-240 ready',
      '240-260 running',
    ]);
    for (const tid of [phone.app, phone.render, phone.worker]) {
      // It skips each core's first event, so that the thread's time up to the next one is missing.
      const [, ...judged] = judgedStates(query, tid);
      const own = statesOf(model, tid);
      context.diagnostic(`${tid}: ${own.join(', ')}; judged: ${judged.join(', ')}`);
      for (const row of judged) assert.ok(own.includes(row), row);
    }
  });

  test('leaves out the time around lost events, and counts them', async () => {
    const packets = [
      bundle(0, [switched(0, 0, ready, phone.app), switched(20, phone.app, ready, 0), switched(30, 0, ready, phone.app)]),
      bundle(0, [switched(200, phone.worker, sleeps, phone.app), switched(210, phone.app, sleeps, 0)], { 3: 1 }),
      { 10: 1, 8: at(0), 34: { 1: 1, 2: { 1: 0, 3: 5 } } },
      { 10: 1, 8: at(220), 34: { 1: 2, 2: { 1: 0, 3: 12, 8: 1 } } },
    ];
    const { model, report } = await imported(readPerfetto, phoneTrace(packets));
    assert.deepEqual(
      statesOf(model, phone.app).filter((row) => !row.endsWith('sleeping')),
      ['0-20 running', '20-30 ready', '200-210 running'],
    );
    assert.match(report.text, /8 events that the phone’s trace buffer lost/);
    assert.match(report.text, /1 core lost events/);
  });

  test('maps the clock of old kernels by the pair of times in each bundle', async () => {
    const behindMs = phone.made;
    const trace = phoneTrace(schedPackets(behindMs, { 5: 3, 6: at(500 - behindMs), 7: at(500) }));
    const query = await traceProcessor(trace);
    assert.deepEqual(noErrors(query), []);
    const { model } = await imported(readPerfetto, trace);
    const judged = judgedStates(query, phone.app);
    assert.ok(judged.includes('58-100 running'));
    assert.deepEqual(statesOf(model, phone.app).slice(0, judged.length), judged);
  });

  test('an uninterruptible wait is one for a disk unless the kernel says otherwise', async () => {
    const reason = (ms: number, ioWait: number): Fields => ({ 1: at(ms), 2: 0, 18: { 1: phone.app, 2: 4_096, 3: ioWait } });
    const wait = (ms: number, ioWait: number): readonly Fields[] => [
      switched(ms, phone.app, waitsForDisk, 0),
      woken(ms + 10, 0, phone.app),
      reason(ms + 10.001, ioWait),
      switched(ms + 11, 0, ready, phone.app),
    ];
    const trace = phoneTrace([
      bundle(0, [switched(0, 0, ready, phone.app), ...wait(20, 0), ...wait(50, 1), switched(80, phone.app, sleeps, 0)]),
    ]);
    const query = await traceProcessor(trace);
    assert.deepEqual(noErrors(query), []);
    const judged = query("select (ts - 5000000000) / 1000000, dur / 1000000, io_wait from thread_state where state = 'D' order by ts");
    assert.deepEqual(judged, [
      [20, 10, 0],
      [50, 10, 1],
    ]);
    const { model } = await imported(readPerfetto, trace);
    assert.deepEqual(
      statesOf(model, phone.app).filter((row) => /sleeps|disk/.test(row)),
      ['20-30 sleeps', '50-60 disk'],
    );
  });

  test('a thread that the app made within the trace is the app’s', async () => {
    const made = { 1: at(1), 2: phone.app, 235: { 1: phone.made, 2: 'downloader', 3: 0x10000 } };
    const packets = [
      bundle(0, [switched(0, 0, ready, phone.app), made, switched(2, phone.app, sleeps, phone.made), switched(9, phone.made, sleeps, 0)]),
    ];
    const { model } = await imported(readPerfetto, phoneTrace(packets));
    assert.deepEqual(statesOf(model, phone.made), ['2-9 running']);
    assert.equal(model.threads.find(({ tid }) => tid === phone.made)?.name, 'downloader');
  });

  test('beyond the bound, the states of the app’s threads go on', () => {
    const report = new ImportReport('test');
    const builder = new SessionBuilder(report);
    const turns = new Turns({ nowMs: () => 0, turn: async () => {} });
    const sched = new SchedThreads(
      { source: sourceOf(''), builder, report, turns },
      () =>
        ({ tid }) =>
          tid === phone.app,
      4,
    );
    for (let ms = 0; ms < 6; ms += 2) {
      sched.switched(0, ms, ms === 0 ? 0 : phone.binder, ready, phone.app);
      sched.switched(0, ms + 1, phone.app, sleeps, phone.binder);
    }
    assert.deepEqual([sched.thread(phone.app).changes.length, sched.thread(phone.binder).changes.length], [4, 0]);
    // The binder thread's two and later three, and the app's after its fourth.
    assert.match(report.text, /7 changes of threads’ states beyond the bound/);
  });
});
