import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idle, message, ms } from '../../../tests/core/analyzed-app.ts';
import { scriptedApp } from '../../../tests/core/scripted-app.ts';
import { SessionModel } from '../../session/model/model.ts';
import { ChartWriter } from './chart-writer.ts';
import { MappedChartWriter } from './mapped-chart-writer.ts';

test('a chart with far fewer pieces than the plain one is not copied with each picture', () => {
  const deeds = Array.from({ length: 200 }, (_, at) => [message(30 * ms, `com.example.A.a${at % 7}:1`), idle(30 * ms)]).flat();
  const model = new SessionModel();
  let kept: { readonly source: ChartWriter; readonly mapped: MappedChartWriter } | undefined;
  const columns = new Set<Float64Array>();
  let count = 0;
  for (const fact of scriptedApp(deeds)) {
    model.apply(fact);
    const [thread] = model.threads;
    if (thread === undefined || ++count % 20 !== 0) continue;
    if (kept === undefined) {
      const source = new ChartWriter(model, thread);
      // All stacks are the empty one.
      const nothing = { of: new Uint32Array(1_000), parent: new Uint32Array(1), method: new Uint32Array(1), depth: new Uint32Array(1) };
      kept = { source, mapped: new MappedChartWriter(model, thread, source, nothing) };
    }
    kept.source.update();
    kept.mapped.update();
    columns.add(kept.mapped.chart.beginUs);
  }
  assert.ok(kept);
  const { source, mapped } = kept;
  assert.ok(mapped.chart.length * 4 < source.chart.length, `${mapped.chart.length} of ${source.chart.length} pieces`);
  // As many as the source had at first, then twice that as often as needed.
  const doublings = Math.ceil(Math.log2(Math.max(2, mapped.chart.length)));
  assert.ok(columns.size <= 1 + doublings, `${columns.size} times room was made, for ${mapped.chart.length} pieces`);
});
