import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { float64At, uint32At } from '../../../../core/columns/at.ts';
import type { SessionModel } from '../../../../core/session/model/model.ts';
import { readPerfetto } from '../../core/perfetto/read.ts';
import { imported } from './import-profile.ts';
import { atracePackets, bundle, framePackets, phone, phoneTrace, printed, schedPackets } from './phone-trace.ts';
import { noErrors, traceProcessor } from './trace-processor.ts';

/** `[ready, delay]` in milliseconds of late frames, and the count of all those in time. */
function framesOf(model: SessionModel): {
  readonly late: readonly (readonly number[])[];
  readonly inTime: number;
  readonly periodUs: number;
} {
  const frames = model.runs[0]?.frames;
  assert.ok(frames);
  const rows = Array.from({ length: frames.length }, (_, row) => row);
  return {
    late: rows
      .filter((row) => float64At(frames.lateUs, row) > 0)
      .map((row) => [float64At(frames.atUs, row) / 1e3, float64At(frames.lateUs, row) / 1e3]),
    inTime: rows.reduce((sum, row) => sum + uint32At(frames.inTime, row), 0),
    periodUs: float64At(frames.periodUs, 0),
  };
}

suite('Android’s FrameTimeline in a trace of a phone', () => {
  test('makes frames late that the trace processor has as finished after their deadline', async (context) => {
    const trace = phoneTrace(schedPackets(), atracePackets, framePackets);
    const query = await traceProcessor(trace);
    assert.deepEqual(noErrors(query), [['systrace_parse_failure', 1]]);
    const judged = query(
      `select (actual.ts + actual.dur) / 1000000.0 - 5000, (actual.ts + actual.dur - expected.ts - expected.dur) / 1000000.0
       from actual_frame_timeline_slice actual join expected_frame_timeline_slice expected using (surface_frame_token, upid)
       join process using (upid) where pid = ${phone.app} and actual.on_time_finish = 0 order by actual.ts`,
    );
    context.diagnostic(`late: ${JSON.stringify(judged)}`);
    const [finished] = query(
      `select count(*) from actual_frame_timeline_slice join process using (upid) where pid = ${phone.app} and on_time_finish = 1`,
    );
    const { model, report } = await imported(readPerfetto, trace, 101);
    context.diagnostic(report.text);
    const { late, inTime, periodUs } = framesOf(model);
    const rounded = (rows: readonly (readonly unknown[])[]): unknown => rows.map((row) => row.map((ms) => Math.round(Number(ms) * 1e3)));
    assert.deepEqual(rounded(late), rounded(judged));
    assert.deepEqual([inTime], finished);
    // Deadlines at 126.667 and 143.334 ms.
    assert.equal(periodUs, 16_667);
    assert.match(report.text, /4 frames of the app/);
    assert.match(report.text, /1 delay of frames by SurfaceFlinger or the display, 1 drop of frames/);
  });

  test('is not needed where main’s slices show its work on frames', async () => {
    const drawn = [
      printed(0, phone.app, 'B|1000|Choreographer#doFrame 1'),
      printed(10, phone.app, 'E|1000'),
      printed(20, phone.app, 'B|1000|Choreographer#doFrame 2'),
      printed(70, phone.app, 'E|1000'),
    ];
    const { model, report } = await imported(readPerfetto, phoneTrace([bundle(0, drawn)]));
    // 50 ms of work, where 16.667 ms are due.
    assert.deepEqual(framesOf(model), { late: [[70, 33.333]], inTime: 1, periodUs: 16_667 });
    assert.match(report.text, /the trace has no FrameTimeline/);
  });

  test('chooses the application with most frames, also where another process has more slices', async () => {
    const busy = Array.from({ length: 20 }, (_, ms) => [printed(ms, phone.binder, 'B|500|work'), printed(ms + 0.5, phone.binder, 'E|500')]);
    const { model } = await imported(readPerfetto, phoneTrace([bundle(0, busy.flat())], schedPackets(), framePackets));
    assert.equal(model.runs[0]?.process?.app, 'com.example.shop');
    assert.ok(model.threads.every(({ group }) => group === 'com.example.shop'));
  });
});
