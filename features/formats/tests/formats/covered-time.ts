import assert from 'node:assert/strict';
import { type Lag, LagDetector } from '../../../../core/analysis/lags/detect/lag-detector.ts';
import { Turns } from '../../../../core/session/file/turns.ts';
import { SessionModel } from '../../../../core/session/model/model.ts';
import { ImportReport } from '../../core/import/import-report.ts';
import { SessionBuilder } from '../../core/import/session-builder.ts';
import { fillModel } from '../../core/import/write-session.ts';
import { recognise } from '../../core/recognise.ts';
import { inflateAtMost, unzstdAtMost } from '../../host/profile-file.ts';
import { sourceOf } from './import-profile.ts';

type Range = readonly [beginUs: number, endUs: number];

export interface Judged {
  readonly format: string;
  readonly builder: SessionBuilder;
  readonly model: SessionModel;
  readonly lags: readonly Lag[];
}

/** A file as the product imports it: recognised, read, judged. Rejects with the product's errors. */
export async function judged(bytes: Uint8Array, name = 'given', thresholdUs = 5_000): Promise<Judged> {
  const turns = new Turns({ nowMs: () => 0, turn: async () => undefined });
  const report = new ImportReport(name);
  const builder = new SessionBuilder(report);
  const { id, read } = await recognise(bytes.subarray(0, 64 << 10), name);
  await read({ source: sourceOf(bytes, 1_009), builder, report, turns, inflate: inflateAtMost, unzstd: unzstdAtMost });
  const model = new SessionModel();
  await fillModel(builder, model, turns);
  const detector = new LagDetector(model, { thresholdUs, isAppClass: () => true });
  detector.update();
  return { format: id, builder, model, lags: detector.lags };
}

/** Times are rounded to microseconds, and pauses below a millisecond separate nothing. */
const SLACK_US = 1_100;

/** No lag has time, and no thread is seen, where the reader gave neither a sample nor a message. */
export function assertCovered({ format, builder, model, lags }: Judged): void {
  const originUs = Number.isFinite(builder.earliestUs) ? builder.earliestUs : 0;
  const spanUs = Math.max(0, builder.latestUs - originUs) + SLACK_US;
  for (const [index, thread] of model.threads.entries()) {
    const given = builder.threads[index];
    assert.ok(given);
    const ranges: Range[] = [];
    for (let row = 0; row < given.samples.length; row++) {
      const { beginUs, endUs } = given.samples.at(row);
      ranges.push([beginUs - originUs, endUs - originUs]);
    }
    for (const fact of builder.facts) {
      if ((fact.type === 'message' || fact.type === 'wait') && fact.thread === index)
        ranges.push([fact.beginUs - originUs, fact.endUs - originUs]);
    }
    const covered = union(ranges);
    for (const lag of lags) {
      // Others are the device's, such as its use of CPU.
      if (lag.thread !== thread.index || !thread.isMain) continue;
      const outsideUs = lag.endUs - lag.beginUs - sharedUs(covered, [lag.beginUs, lag.endUs]);
      assert.ok(outsideUs <= SLACK_US, `${format}: ${outsideUs} µs of the lag at ${lag.beginUs} µs are in no sample`);
    }
    let seenUs = 0;
    const { samples } = thread;
    for (let row = 0; row < samples.length; row++) {
      if (samples.nodeAt(row) !== 0) seenUs += samples.endUsAt(row) - samples.beginUsAt(row);
    }
    assert.ok(seenUs <= spanUs, `${format}: thread ${thread.name} has ${seenUs} µs of ${spanUs}`);
  }
}

/** Ordered, without overlaps. */
function union(ranges: readonly Range[]): readonly Range[] {
  const joined: [number, number][] = [];
  for (const [beginUs, endUs] of [...ranges].sort((one, other) => one[0] - other[0])) {
    const last = joined.at(-1);
    if (last !== undefined && beginUs - last[1] <= SLACK_US) last[1] = Math.max(last[1], endUs);
    else joined.push([beginUs, endUs]);
  }
  return joined;
}

function sharedUs(ranges: readonly Range[], [beginUs, endUs]: Range): number {
  return ranges.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, endUs) - Math.max(from, beginUs)), 0);
}
