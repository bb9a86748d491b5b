import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { causeOf } from '../../../../core/analysis/causes/rules.ts';
import { AppMethods } from '../../../../core/analysis/frames/app-methods.ts';
import { causeText } from '../../../../core/analysis/report/cause-text.ts';
import { readPerfetto } from '../../core/perfetto/read.ts';
import { imported, lagsOf, rowsOf, stackAt } from './import-profile.ts';
import { atracePackets, bundle, phone, phoneTrace, printed, schedPackets } from './phone-trace.ts';
import { noErrors, type Query, traceProcessor } from './trace-processor.ts';

/** Names of a thread's slices at a time, outermost first. */
function judgedStack(query: Query, tid: number, ms: number): string {
  const ns = 5e9 + ms * 1e6;
  return query(
    `select slice.name from slice join thread_track on slice.track_id = thread_track.id join thread using (utid)
     where tid = ${tid} and ts <= ${ns} and (dur = -1 or ts + dur > ${ns}) order by depth`,
  )
    .map(([name]) => String(name).replace(/^(Choreographer#doFrame) \d+$/, '$1'))
    .join('/');
}

suite('Android’s trace sections in a trace of a phone', () => {
  test('nest on their thread as the trace processor nests them', async (context) => {
    const trace = phoneTrace(schedPackets(), atracePackets);
    const query = await traceProcessor(trace);
    // The line that is no section.
    assert.deepEqual(noErrors(query), [['systrace_parse_failure', 1]]);
    const { model, report } = await imported(readPerfetto, trace, 101);
    context.diagnostic(report.text);
    let depths = 0;
    for (const [tid, lastMs] of [
      [phone.app, 399.5],
      [phone.worker, 57.5],
    ] as const) {
      for (let ms = 12.5; ms < lastMs; ms += 0.5) {
        const own = stackAt(model, tid, ms * 1_000)
          .replace('Lcom/example/shop/Cart;load', 'com.example.shop.Cart.load')
          .replace('(no slice)', '');
        const judged = judgedStack(query, tid, ms);
        assert.equal(own, judged, `${tid} at ${ms} ms`);
        depths = Math.max(depths, judged.split('/').length);
      }
    }
    assert.equal(depths, 3);
    assert.match(report.text, /1 printed line of other kinds/);
    assert.match(report.text, /1 value of counters/);
    assert.match(report.text, /1 slice of threads in other processes/);
  });

  test('are asynchronous tracks of the app, as the trace processor has them', async () => {
    const trace = phoneTrace(schedPackets(), atracePackets);
    const query = await traceProcessor(trace);
    assert.deepEqual(
      query(
        "select slice.name, (ts - 5000000000) / 1000000, dur / 1000000 from slice join process_track on track_id = process_track.id where slice.name = 'request'",
      ),
      [['request', 15, 45]],
    );
    const { model } = await imported(readPerfetto, trace);
    const row = model.threads.find(({ name }) => name === 'request');
    assert.ok(row);
    assert.deepEqual(rowsOf(model, row), ['15-60 request']);
  });

  test('name a lock’s owner; main’s time on a core within them is work of its section', async () => {
    const { model } = await imported(readPerfetto, phoneTrace(schedPackets(), atracePackets));
    const main = model.threads.find(({ isMain }) => isMain);
    const worker = model.threads.find(({ tid }) => tid === phone.worker);
    assert.ok(main && worker);
    assert.deepEqual([main.waits.length, main.waits.beginUs[0], main.waits.endUs[0]], [1, 118_000, 145_000]);
    assert.equal(main.waits.owner[0], worker.index);
    const [lag] = lagsOf(model);
    assert.ok(lag);
    assert.deepEqual([lag.busyUs, lag.readyUs, lag.blockedUs], [311_750, 18_250, 20_000]);
    const cause = causeText(causeOf(model, lag, new AppMethods(model, () => true)));
    // On a core from 90 to 100, 110 to 118 and 145 to 350 ms.
    assert.equal(cause, 'Busy: 89 % of 350 ms in 2 methods, 223 ms of it in measure.');
  });

  test('without the scheduler’s events have stacks, but neither work nor waits', async () => {
    const { model, report } = await imported(
      readPerfetto,
      phoneTrace([bundle(0, [printed(0, phone.app, 'B|1000|inflate'), printed(300, phone.app, 'E|1000')])]),
    );
    const [lag] = lagsOf(model);
    assert.ok(lag);
    assert.deepEqual([lag.busyUs, lag.blockedUs, lag.readyUs, lag.unknownUs], [0, 0, 0, 300_000]);
    assert.match(report.text, /Work and waiting differ only where/);
  });
});
