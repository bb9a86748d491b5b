import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calls } from '../../../tests/core/calls.ts';
import { sampleStream } from '../../../tests/core/sample-stream.ts';
import { SessionModel } from '../../session/model/model.ts';
import type { CallChart } from './call-chart.ts';
import { ChartWriter } from './chart-writer.ts';

const shape = { seed: 5, samples: 3_000, threads: 2, depth: 40, methods: 60, nodes: 700 };

function columns(chart: CallChart): readonly (readonly number[])[] {
  return Array.from({ length: chart.length }, (_, piece) => [
    chart.beginUs[piece] ?? 0,
    chart.node[piece] ?? 0,
    chart.keptBy(piece),
    chart.slackUs[piece] ?? 0,
  ]);
}

test('a chart that grows with its thread is the chart of the whole', () => {
  const model = new SessionModel();
  const writers: ChartWriter[] = [];
  let count = 0;
  for (const message of sampleStream(shape)) {
    model.apply(message);
    if (++count % 97 !== 0) continue;
    for (const thread of model.threads) {
      writers[thread.index] ??= new ChartWriter(model, thread);
      writers[thread.index]?.update();
    }
  }
  for (const thread of model.threads) {
    const grown = writers[thread.index];
    assert.ok(grown);
    grown.update();
    const whole = new ChartWriter(model, thread);
    whole.update();
    assert.ok(whole.chart.length > 500);
    assert.equal(grown.chart.endUs, whole.chart.endUs);
    assert.deepEqual(columns(grown.chart), columns(whole.chart));
  }
});

test('each call is found from any of its pieces', () => {
  const model = new SessionModel();
  for (const message of sampleStream(shape)) model.apply(message);
  const [thread] = model.threads;
  assert.ok(thread);
  const writer = new ChartWriter(model, thread);
  writer.update();
  const { chart } = writer;
  const all = calls(model, thread, 0, Number.POSITIVE_INFINITY);
  for (let row = 0; row < all.length; row++) {
    const [beginUs = 0, endUs = 0, depth = 0] = [all.beginUs[row], all.endUs[row], all.depth[row]];
    for (const atUs of [beginUs, (beginUs + endUs) / 2]) {
      const piece = chart.pieceAt(atUs);
      const first = chart.firstOf(depth, piece);
      const end = chart.endOf(depth, piece);
      assert.deepEqual([chart.beginUs[first], chart.pieceEndUs(end - 1)], [beginUs, endUs]);
      assert.equal(chart.nextWith(depth, piece), piece);
    }
  }
});
