import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { readPerfetto } from '../../core/perfetto/read.ts';
import { imported, lagsOf, rowsOf } from './import-profile.ts';
import { madeTrace } from './made-trace.ts';
import { traceOfTwoThreads } from './perfetto-session.ts';
import { stackTimes } from './stack-times.ts';
import { noErrors, type Query, traceProcessor } from './trace-processor.ts';

/** Judged by Perfetto's own trace processor. Its nanoseconds count from boot; session time 0 is written as 1 s. */
suite('Perfetto’s trace processor', () => {
  test('has the written processes, threads, slices and lags', async (context) => {
    const { trace } = await traceOfTwoThreads();
    const query = await traceProcessor(trace);
    assert.deepEqual(noErrors(query), []);
    const threads = query(
      'select tid, thread.name, pid, process.name, is_main_thread from thread join process using (upid) where tid != 0 order by tid',
    );
    context.diagnostic(`threads: ${JSON.stringify(threads)}`);
    assert.deepEqual(threads, [
      [7, 'main', 7, 'com.example.shop', 1],
      [9, 'decoder', 7, 'com.example.shop', 0],
    ]);
    const slices = query(
      "select coalesce(thread.name, track.name), slice.name, (ts - 1000000000) / 1000, dur / 1000 from slice join track on slice.track_id = track.id left join thread_track on thread_track.id = slice.track_id left join thread using (utid) where not coalesce(slice.category, '') like 'laglens.%' order by ts, dur desc, slice.name desc",
    );
    context.diagnostic(`slices: ${JSON.stringify(slices)}`);
    assert.deepEqual(slices, [
      ['Lags', 'lag', 0, 50_000],
      ['main', 'android.os.Handler: com.example.Checkout', 0, 50_000],
      [null, 'checkout', 60_000, 0],
      ['main', 'com.example.Ui: #7', 80_000, 10_000],
    ]);
  });

  test('has the written samples of each thread with their stacks, lines and libraries', async (context) => {
    const { trace } = await traceOfTwoThreads();
    const query = await traceProcessor(trace);
    const samples = samplesOf(query);
    context.diagnostic(`samples: ${JSON.stringify(samples)}`);
    const total = 'com.example.Shop.open;com.example.Cart.total';
    const sort = 'com.example.Shop.open;com.example.Cart.sort';
    assert.deepEqual(samples, {
      main: [`0 ${total}`, `10 ${total}`, `20 ${total}`, `30 ${sort}`, `40 ${sort}`, '50 ', `80 ${total}`, '90 '],
      decoder: ['10 com.example.Image.decode', '20 com.example.Image.decode', '30 '],
    });
  });

  test('sees another producer’s slices, samples and counters as Laglens reads them', async (context) => {
    const query = await traceProcessor(madeTrace());
    const slices = query(
      'select coalesce(thread.name, track.name), slice.name, ts, dur from slice join track on slice.track_id = track.id left join thread_track on thread_track.id = slice.track_id left join thread using (utid) order by ts',
    );
    context.diagnostic(`slices: ${JSON.stringify(slices)}`);
    assert.deepEqual(slices, [
      ['ui', 'com.example.Ui: #3', 5_000_000_000, 300_000_000],
      ['ui', 'layout', 5_100_000_000, 100_000_000],
      ['request', 'GET', 5_150_000_000, 200_000_000],
      ['request', 'GET', 5_250_000_000, 50_000_000],
    ]);
    const samples = query(
      'select thread.name, ts, f.name, m.name, f.rel_pc from cpu_profile_stack_sample join thread using (utid) join stack_profile_callsite c on callsite_id = c.id join stack_profile_frame f on frame_id = f.id join stack_profile_mapping m on f.mapping = m.id order by ts',
    );
    context.diagnostic(`samples: ${JSON.stringify(samples)}`);
    assert.deepEqual(samples, [
      ['worker', 5_010_000_000, 'decode', '/lib/libshop.so', 4_660],
      ['worker', 5_020_000_000, 'decode', '/lib/libshop.so', 4_660],
    ]);
    const counters = query('select track.name, ts, value from counter join track on track_id = track.id');
    context.diagnostic(`counters: ${JSON.stringify(counters)}`);
    assert.deepEqual(counters, [['Memory footprint', 5_050_000_000, 4_096_000]]);
    const { model, report } = await imported(readPerfetto, madeTrace(), 11);
    context.diagnostic(report.text);
    assert.deepEqual(
      model.threads.map((thread) => [thread.name, thread.isMain, rowsOf(model, thread)]),
      [
        ['ui', true, ['100-200 layout']],
        // A frame with an address: local builds may name it better.
        ['worker', false, ['10-30 ']],
        ['request', false, ['150-350 GET']],
      ],
    );
    assert.equal(stackTimes(model)['worker: decode'], 20_000);
    assert.deepEqual(
      model.images.map(({ path }) => path),
      ['', '/lib/libshop.so'],
    );
    assert.doesNotMatch(report.text, /without a begin/);
    assert.deepEqual(messagesOf(model), [['ui', 0, 300_000, 'com.example.Ui', '', 3]]);
    assert.equal(model.runs[0]?.counters.footprintBytes[0], 4_096_000);
  });

  test('agrees with what Laglens reads back', async () => {
    const { trace, model } = await traceOfTwoThreads();
    const back = await imported(readPerfetto, trace, 100);
    assert.deepEqual(factsOf(back.model), factsOf(model));
    assert.deepEqual(messagesOf(back.model), messagesOf(model));
    assert.deepEqual(
      lagsOf(back.model, 40_000).map(({ beginUs, endUs }) => [beginUs, endUs]),
      [[0, 50_000]],
    );
    assert.equal(back.model.runs[0]?.hello?.wallUs, 1_700_000_000_000_000);
  });
});

/** `milliseconds outermost;…;innermost` by thread. */
function samplesOf(query: Query): Readonly<Record<string, readonly string[]>> {
  const frames = new Map(
    query('select c.id, c.parent_id, f.name from stack_profile_callsite c join stack_profile_frame f on c.frame_id = f.id').map(
      ([id, parent, name]) => [id, { parent, name }],
    ),
  );
  const found: Record<string, string[]> = {};
  for (const [name, us, callsite] of query(
    'select thread.name, (ts - 1000000000) / 1000, callsite_id from perf_sample join thread using (utid) order by utid, ts',
  )) {
    const names: unknown[] = [];
    for (let at = frames.get(callsite ?? null); at !== undefined; at = frames.get(at.parent ?? null)) names.unshift(at.name);
    found[String(name)] = [...(found[String(name)] ?? []), `${Number(us) / 1_000} ${names.join(';')}`];
  }
  return found;
}

function factsOf(model: SessionModel): unknown {
  const threads = model.threads.filter(({ name }) => name !== 'Lags');
  return [model.runs[0]?.process?.app, threads.map((thread) => [thread.name, thread.tid, thread.isMain, rowsOf(model, thread)])];
}

function messagesOf(model: SessionModel): readonly unknown[] {
  return model.threads.flatMap(({ name, messages }) =>
    Array.from({ length: messages.length }, (_, row) => [
      name,
      messages.beginUs[row],
      messages.endUs[row],
      model.strings[messages.target[row] ?? 0],
      model.strings[messages.callback[row] ?? 0],
      messages.what[row],
    ]),
  );
}
