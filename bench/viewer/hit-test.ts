import { ChartWriter } from '../../core/analysis/calls/chart-writer.ts';
import { seededRandom } from '../../tests/core/sample-stream.ts';
import { chartRows } from '../../webview/flame/chart-rows.ts';
import { boxAt } from '../../webview/flame/rows.ts';
import { quantile } from '../support/quantile.ts';
import type { ViewerRecording } from './viewer-recording.ts';

const PROBES = 20_000;
/** One is too short for the clock. */
const AT_ONCE = 20;

/** Milliseconds to find the box under a point, and its ends; worst of a hundred. */
export function hitTestMs({ model }: ViewerRecording): number {
  const [main] = model.threads;
  if (main === undefined) throw new Error('The recording has no thread.');
  const writer = new ChartWriter(model, main);
  writer.update();
  const { rows } = chartRows(writer.chart, model.nodes, 0, model.nowUs);
  const random = seededRandom(7);
  const times: number[] = [];
  for (let probe = 0; probe < PROBES; probe++) {
    const beginMs = performance.now();
    for (let time = 0; time < AT_ONCE; time++) {
      const row = rows[Math.floor(random() * rows.length)];
      row?.end(boxAt(row, random() * model.nowUs));
    }
    times.push((performance.now() - beginMs) / AT_ONCE);
  }
  return quantile(times, 0.99);
}
