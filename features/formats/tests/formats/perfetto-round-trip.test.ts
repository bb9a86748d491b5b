import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { causeOf } from '../../../../core/analysis/causes/rules.ts';
import { AppMethods } from '../../../../core/analysis/frames/app-methods.ts';
import { LagDetector } from '../../../../core/analysis/lags/detect/lag-detector.ts';
import type { Lag } from '../../../../core/analysis/lags/lag.ts';
import { causeText } from '../../../../core/analysis/report/cause-text.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { APP_SECTION } from '../../../../core/session/names/method-table.ts';
import { anyModel } from '../../../../host/any-model.ts';
import { readPerfetto } from '../../core/perfetto/read.ts';
import { writePerfetto } from '../../core/perfetto/write.ts';
import { imported } from './import-profile.ts';
import { noErrors, traceProcessor } from './trace-processor.ts';
import { twoThreads } from './two-threads.ts';
import { writtenProfile } from './written-profile.ts';

const sample = fileURLToPath(new URL('../../../../media/sample/shop.laglens', import.meta.url));
const isAppClass = (name: string): boolean => name.startsWith('com.example.');

function lagsIn(model: SessionModel): readonly Lag[] {
  const detector = new LagDetector(model, { thresholdUs: 100_000, isAppClass });
  detector.update();
  return detector.lags;
}

/** Begin, end, split of the time, and cause of each lag. */
function judged(model: SessionModel): readonly unknown[] {
  const methods = new AppMethods(model, isAppClass);
  return lagsIn(model).map((lag) => {
    const { beginUs, endUs, busyUs, blockedUs, readyUs, gcUs, unknownUs } = lag;
    const times = [beginUs, endUs, busyUs, blockedUs, readyUs, gcUs, unknownUs].map(Math.round);
    return [...times, causeText(causeOf(model, lag, methods))];
  });
}

suite('a session as Perfetto’s trace and back', () => {
  test('keeps each lag of the sample with its cause and the split of its time', async () => {
    const { model } = await anyModel(sample, AbortSignal.timeout(60_000));
    const trace = writtenProfile(writePerfetto, { model, name: 'shop', lags: lagsIn(model) });
    const { model: back } = await imported(readPerfetto, trace, 65_536);
    assert.equal(judged(model).length, 18);
    assert.deepEqual(judged(back), judged(model));
    const [run, again] = [model.runs[0], back.runs[0]];
    assert.ok(run && again);
    assert.deepEqual([again.gcs.length, again.frames.length], [run.gcs.length, run.frames.length]);
    assert.equal(again.process?.app, 'com.example.shop');
  });

  test('is a trace that the trace processor reads without errors, with its states and waits on tracks', async () => {
    const { model } = await anyModel(sample, AbortSignal.timeout(60_000));
    const query = await traceProcessor(writtenProfile(writePerfetto, { model, name: 'shop', lags: lagsIn(model) }));
    assert.deepEqual(noErrors(query), []);
    const main = model.threads.find(({ isMain }) => isMain);
    assert.ok(main);
    const slices =
      "from slice join track on slice.track_id = track.id where track.name = 'State' and slice.name = 'monitor' and dur > 300000000";
    // Main waits for the lock twice, 700 and 357 ms.
    assert.deepEqual(query(`select count(*) ${slices}`), [[2]]);
    const waits = main.waits.length;
    assert.ok(waits > 0);
    const held = "select count(*) from slice join args using (arg_set_id) where category = 'laglens.wait' and key = 'debug.owner_track'";
    assert.ok(Number(query(held)[0]?.[0]) > 0);
  });

  test('keeps which sections the app names, so that a lag in one has its culprit; the trace processor shows them as of a module', async () => {
    const model = await twoThreads((builder, main) => {
      const drawing = builder.stack(0, builder.frame({ function: 'traversal' }));
      const reading = builder.stack(drawing, builder.frame({ function: 'readPreferences', isAppSection: true }));
      builder.message(main, 100_000, 400_000, { target: 'android.os.Handler', what: 1 });
      builder.sample(main, 100_000, 400_000, reading);
    });
    const trace = writtenProfile(writePerfetto, { model, name: 'shop', lags: [] });
    const { model: back } = await imported(readPerfetto, trace, 4_096);
    const sections = back.methods.filter(({ modifiers }) => (modifiers & APP_SECTION) !== 0);
    assert.deepEqual(
      sections.map(({ name }) => name),
      ['readPreferences'],
    );
    assert.equal(lagsIn(back)[0]?.culprit?.method, 'readPreferences');
    const query = await traceProcessor(trace);
    assert.deepEqual(noErrors(query), []);
    const framed = 'from stack_profile_frame frame join stack_profile_mapping module on frame.mapping = module.id';
    // It takes modules for files of the root.
    assert.deepEqual(query(`select frame.name ${framed} where module.name = '/[trace section of the app]'`), [['readPreferences']]);
  });

  test('keeps facts of threads and of the process that samples do not show', async () => {
    const model = await twoThreads((builder, main) => {
      builder.message(main, 0, 50_000, { target: 'android.os.Handler', what: 1 });
      builder.ready(main, 10_000, 20_000, 4_000);
      builder.messageUse(main, 0, 50_000, {
        cpuUs: 30_000,
        readyUs: 4_000,
        queuedUs: undefined,
        majorFaults: 3,
        voluntarySwitches: 2,
        involuntarySwitches: 1,
      });
      builder.wait(main, 30_000, 40_000, 'monitor', 'Lcom/example/Cart;', { thread: 1, stack: 0 });
      builder.collection(60_000, 65_000);
      builder.displayFrames(70_000, { lateUs: 30_000, periodUs: 16_667, inTime: 5 });
      builder.phase(-2_000_000, 'started');
      builder.counters(60_000, { cpuUs: 40_000, cores: 8, footprintBytes: 50_000_000 });
      builder.process({ system: 'android', device: 'Phone', apiLevel: 34 });
    });
    const { model: back } = await imported(readPerfetto, writtenProfile(writePerfetto, { model, name: 'shop', lags: [] }), 4_096);
    const [main, run] = [back.threads.find(({ isMain }) => isMain), back.runs[0]];
    assert.ok(main && run);
    assert.deepEqual([main.readyTimes.beginUs[0], main.readyTimes.endUs[0], main.readyTimes.readyUs[0]], [10_000, 20_000, 4_000]);
    const { messageUses: uses, waits } = main;
    assert.deepEqual([uses.cpuUs[0], uses.readyUsAt(0), uses.queuedUsAt(0), uses.majorFaults[0]], [30_000, 4_000, undefined, 3]);
    assert.deepEqual([uses.voluntarySwitches[0], uses.involuntarySwitches[0]], [2, 1]);
    assert.deepEqual(
      [waits.beginUs[0], waits.endUs[0], waits.kind[0], back.strings[waits.object[0] ?? 0]],
      [30_000, 40_000, 1, 'Lcom/example/Cart;'],
    );
    assert.notEqual(back.threads[waits.owner[0] ?? -1], undefined);
    assert.deepEqual([run.gcs.beginUs[0], run.gcs.endUs[0]], [60_000, 65_000]);
    assert.deepEqual([run.frames.atUs[0], run.frames.lateUs[0], run.frames.periodUs[0], run.frames.inTime[0]], [70_000, 30_000, 16_667, 5]);
    assert.deepEqual(
      [run.counters.length, run.counters.cpuUs[0], run.counters.cores[0], run.counters.footprintBytes[0]],
      [1, 40_000, 8, 50_000_000],
    );
    assert.equal(run.phases.firstUs(1), -2_000_000);
    assert.deepEqual([run.hello?.os, run.hello?.apiLevel, run.process?.device], ['android', 34, 'Phone']);
  });
});
